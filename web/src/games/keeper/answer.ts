import type { Shape } from '../../replay/model';
import { GOOD } from '../renderer';
import type { View } from './types.gen';

/** An answer as shapes on the position before it: where the hero goes, or what he attacks. */
export function answerShapes(view: View, answer: string): Shape[] {
  const words = answer.split(' ');
  const [x, y] = words[0] === 'ATTACK' ? words.slice(2) : words.slice(1);
  const to = [Number(x), Number(y)];
  if (to.some(Number.isNaN)) return [];
  const shapes: Shape[] = [
    { shape: 'line', at: [...view.hero.cell, ...to], color: GOOD },
    { shape: 'cell', at: to, color: GOOD },
  ];
  if (words[0] === 'ATTACK') {
    const weapon = ['sword', 'hammer', 'scythe', 'bow'][Number(words[1])] ?? '';
    shapes.push({ shape: 'text', at: to, color: GOOD, text: weapon });
  }
  return shapes;
}
