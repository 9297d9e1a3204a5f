import type { Shape } from '../../replay/model';
import { GOOD } from '../renderer';
import type { View } from './types.gen';

/** An answer as shapes on the position before it: where each minion goes, or what it uses. */
export function answerShapes(view: View, answer: string, seat: number): Shape[] {
  const shapes: Shape[] = [];
  for (const command of answer.split('|')) {
    const [verb, id, row, column] = command.trim().split(/\s+/);
    const minion = view.seats[seat]?.minions[Number(id)];
    if (minion === undefined || verb === undefined) continue;
    const to = row === undefined ? minion.at : [Number(column), Number(row)];
    if (verb === 'MOVE') shapes.push({ shape: 'line', at: [...minion.at, ...to], color: GOOD });
    shapes.push({ shape: 'cell', at: [...to], color: GOOD });
    if (verb !== 'MOVE') shapes.push({ shape: 'text', at: [...to], color: GOOD, text: verb });
  }
  return shapes;
}
