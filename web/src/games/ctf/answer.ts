import type { Hint } from '../renderer';
import type { View } from './types.gen';

/** An answer as hints on the position before it: where each minion goes, or what it uses. */
export function hintsOf(view: View, answer: string, seat: number): Hint[] {
  const hints: Hint[] = [];
  for (const command of answer.split('|')) {
    const [verb, id, row, column] = command.trim().split(/\s+/);
    const minion = view.seats[seat]?.minions[Number(id)];
    if (minion === undefined || verb === undefined) continue;
    const to = row === undefined ? minion.at : [Number(column), Number(row)];
    if (verb === 'MOVE') hints.push({ shape: 'arrow', at: [...minion.at, ...to] });
    hints.push({ shape: 'cell', at: [...to] });
    if (verb !== 'MOVE') hints.push({ shape: 'text', at: [...to], text: verb });
  }
  return hints;
}
