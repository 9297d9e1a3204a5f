import { expect, test } from 'vitest';
import type { Match, Seat } from '../api/types';
import { limitsOf, timesOf } from './bottimes';

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
    seat: 0,
  });
});

test('the time limits are those that the matches were played with', () => {
  const played = (...limits: (number | undefined)[]) =>
    limitsOf(
      limits.map((turn_ms) => ({ turn_ms, first_ms: 1000 }) as Match),
      'turn_ms',
    );
  expect(played(50, 50)).toEqual([50]);
  expect(played(0, 100, 50)).toEqual([50, 100, 0]);
  expect(played(undefined)).toEqual([]);
  expect(limitsOf([{ turn_ms: 50, first_ms: 1000 } as Match], 'first_ms')).toEqual([1000]);
});
