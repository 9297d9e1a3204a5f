import { plus } from '../board/cell';
import type { Hint } from '../renderer';
import { ACTIONS } from './actions';
import type { View } from './types.gen';

/** An answer as hints on the position before it: the way of its movements, and its other actions as words. */
export function hintsOf(view: View, answer: string): Hint[] {
  const hints: Hint[] = [];
  let at = view.pos;
  for (const action of answer.split(';').map((a) => a.trim())) {
    const known = ACTIONS[action];
    if (known === undefined) continue;
    const verb = action.split(' ')[0]!;
    const to = plus(at, known.to);
    const moves = verb === 'MOVE' || verb === 'JUMP';
    if (moves) hints.push({ shape: 'arrow', at: [...at, ...to] });
    if (verb !== 'MOVE') hints.push({ shape: 'text', at: to, text: verb });
    if (moves) at = to;
  }
  hints.push({ shape: 'cell', at: [...at] });
  return hints;
}
