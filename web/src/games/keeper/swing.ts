import type { Frame } from '../../replay/model';
import type { View } from './types.gen';

/** The hero's health: the score never falls, a dead hero earns nothing more. */
export function swing(frames: readonly Frame<View>[], turn: number): number {
  return frames[turn]!.view.hero.health;
}
