import type { Swing } from '../renderer';
import type { View } from './types.gen';

/** The hit points, which are the score; a dead character has none. */
export const swing: Swing<View> = {
  label: 'HP',
  value(frames, turn) {
    const { view } = frames[turn]!;
    return view.status === 'playing' || view.status === 'won' ? view.hp : 0;
  },
};
