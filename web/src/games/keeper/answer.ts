import type { Hint } from '../renderer';
import type { View } from './types.gen';

/** An answer as hints on the position before it: where the hero goes, or what he attacks. */
export function hintsOf(view: View, answer: string): Hint[] {
  const words = answer.split(' ');
  const [x, y] = words[0] === 'ATTACK' ? words.slice(2) : words.slice(1);
  const to = [Number(x), Number(y)];
  if (to.some(Number.isNaN)) return [];
  const hints: Hint[] = [
    { shape: 'arrow', at: [...view.hero.cell, ...to] },
    { shape: 'cell', at: to },
  ];
  if (words[0] === 'ATTACK') {
    const weapon = ['sword', 'hammer', 'scythe', 'bow'][Number(words[1])] ?? '';
    hints.push({ shape: 'text', at: to, text: weapon });
  }
  return hints;
}
