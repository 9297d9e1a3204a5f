import type { Shape } from '../../replay/model';
import { plus } from '../board/cell';
import { GOOD } from '../renderer';
import { ACTIONS } from './actions';
import type { View } from './types.gen';

/** An answer as shapes on the position before it: the way of its movements, and its other actions as words. */
export function answerShapes(view: View, answer: string): Shape[] {
  const shapes: Shape[] = [];
  let at = view.pos;
  for (const action of answer.split(';').map((a) => a.trim())) {
    const known = ACTIONS[action];
    if (known === undefined) continue;
    const verb = action.split(' ')[0]!;
    const to = plus(at, known.to);
    const moves = verb === 'MOVE' || verb === 'JUMP';
    if (moves) shapes.push({ shape: 'line', at: [...at, ...to], color: GOOD });
    if (verb !== 'MOVE') shapes.push({ shape: 'text', at: to, color: GOOD, text: verb });
    if (moves) at = to;
  }
  shapes.push({ shape: 'cell', at: [...at], color: GOOD });
  return shapes;
}
