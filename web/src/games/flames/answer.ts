import type { Shape } from '../../replay/model';
import { GOOD } from '../renderer';
import type { View } from './types.gen';

const WAYS: Record<string, [number, number]> = {
  N: [0, -1],
  S: [0, 1],
  E: [1, 0],
  W: [-1, 0],
  NE: [1, -1],
  NW: [-1, -1],
  SE: [1, 1],
  SW: [-1, 1],
};

/** An answer as shapes on the position before it: the way of its movements, and its other actions as words. */
export function answerShapes(view: View, answer: string): Shape[] {
  const shapes: Shape[] = [];
  let [x, y] = view.pos;
  for (const action of answer.split(';')) {
    const [verb, way] = action.trim().split(/\s+/);
    const [dx, dy] = WAYS[way ?? ''] ?? [0, 0];
    const to: [number, number] = [x + dx, y + dy];
    if (verb === 'MOVE' || verb === 'JUMP') {
      shapes.push({ shape: 'line', at: [x, y, ...to], color: GOOD });
      [x, y] = to;
    }
    if (verb === 'PASS' || verb === 'IMMO' || verb === 'JUMP')
      shapes.push({ shape: 'text', at: to, color: GOOD, text: verb });
  }
  shapes.push({ shape: 'cell', at: [x, y], color: GOOD });
  return shapes;
}
