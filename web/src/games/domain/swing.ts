import type { Frame } from '../../replay/model';
import { territory } from './model';
import type { View } from './types.gen';

/** The cells that the seat is nearer to, less the other's. */
export function swing(frames: readonly Frame<View>[], turn: number, seat: number): number {
  const { view } = frames[turn]!;
  return territory(view, seat) - territory(view, 1 - seat);
}
