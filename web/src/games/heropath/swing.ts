import type { Frame } from '../../replay/model';
import type { Swing } from '../renderer';
import type { Hero } from './model';
import type { View } from './types.gen';

/** Fatigue, which shrinks all later gold, with its sign turned: gold itself never falls. */
export function swingOf(hero: (frames: readonly Frame<View>[], turn: number) => Hero): Swing<View> {
  return {
    label: 'freedom from fatigue',
    value: (frames, turn) => -hero(frames, turn).fatigue,
  };
}
