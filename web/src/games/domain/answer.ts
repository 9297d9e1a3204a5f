import type { Hint } from '../renderer';
import type { View } from './types.gen';

/** The ends of a cell's sides, as lines go through the middles of cells. */
const SIDES: Record<string, [number, number, number, number]> = {
  U: [-0.5, -0.5, 0.5, -0.5],
  D: [-0.5, 0.5, 0.5, 0.5],
  L: [-0.5, -0.5, -0.5, 0.5],
  R: [0.5, -0.5, 0.5, 0.5],
};

/** An answer as hints on the position before it: where the token goes, and the wall. */
export function hintsOf(view: View, answer: string): Hint[] {
  const [x, y, side] = answer.split(' ');
  const ends = SIDES[side ?? ''];
  const [tx, ty] = [Number(x), Number(y)];
  const from = view.tokens[view.mover];
  if (ends === undefined || from === undefined || Number.isNaN(tx) || Number.isNaN(ty)) return [];
  return [
    { shape: 'arrow', at: [...from, tx, ty] },
    { shape: 'cell', at: [tx, ty] },
    { shape: 'line', at: [tx + ends[0], ty + ends[1], tx + ends[2], ty + ends[3]] },
  ];
}
