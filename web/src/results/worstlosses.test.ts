import { expect, test } from 'vitest';
import type { Match, Seat } from '../api/types';
import { worstOf } from './worstlosses';

const match = (id: string, ...seats: Partial<Seat>[]) => ({ id, seats }) as Match;

test('the worst loss is the one against the weakest', () => {
  const elo = new Map([
    ['weak', -100],
    ['strong', 300],
  ]);
  const lost = (id: string, to: string) => match(id, { bot: 'me', rank: 2 }, { bot: to, rank: 1 });
  const won = match('won', { bot: 'me', rank: 1 }, { bot: 'weak', rank: 2 });
  expect(worstOf([lost('a', 'strong'), won, lost('b', 'weak')], 'me', elo).map((m) => m.id)).toEqual([
    'b',
    'a',
  ]);
});

test('in a solo game it is the lowest score', () => {
  const solo = (id: string, score: number) => match(id, { bot: 'me', rank: 1, score });
  expect(worstOf([solo('a', 9), solo('b', 3)], 'me', new Map()).map((m) => m.id)).toEqual(['b', 'a']);
});
