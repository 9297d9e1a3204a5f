import { expect, test } from 'vitest';
import type { Match, Seat } from '../api/types';
import { timesOf, worstOf } from './botmatches';

const match = (id: string, ...seats: Partial<Seat>[]) => ({ id, seats }) as Match;

test('times are added up, and the slowest answer is known', () => {
  const times = timesOf(
    [
      match('a', { bot: 'me', answers: 2, wall_ms: 10, cpu_ms: 4, max_wall_ms: 8 }),
      match('b', { bot: 'you', answers: 9, wall_ms: 99, cpu_ms: 99, max_wall_ms: 99 }),
      match('c', { bot: 'me', answers: 1, wall_ms: 20, cpu_ms: 1, max_wall_ms: 20 }),
    ],
    'me',
  );
  expect({ ...times, slowest: times.slowest?.id }).toEqual({
    matches: 3,
    answers: 3,
    wall: 30,
    cpu: 5,
    max: 20,
    slowest: 'c',
  });
});

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
