import type { Frame } from '../../replay/model';
import type { View } from './types.gen';

/** The hit points, which are the score; a dead character has none. */
export function swing(frames: readonly Frame<View>[], turn: number): number {
  const { view } = frames[turn]!;
  return view.status === 'playing' || view.status === 'won' ? view.hp : 0;
}
