import type { Swing } from '../renderer';
import { territory } from './model';
import type { View } from './types.gen';

/** The cells that the seat is nearer to, less the other's. */
export const swing: Swing<View> = {
  label: 'lead in nearer cells',
  value(frames, turn, seat) {
    const { view } = frames[turn]!;
    return territory(view, seat) - territory(view, 1 - seat);
  },
};
