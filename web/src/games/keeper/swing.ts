import type { Swing } from '../renderer';
import type { View } from './types.gen';

/** The hero's health: the score never falls, a dead hero earns nothing more. */
export const swing: Swing<View> = {
  label: 'health',
  value: (frames, turn) => frames[turn]!.view.hero.health,
};
