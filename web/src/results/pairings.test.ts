import { expect, test } from 'vitest';
import type { Duel, Matrix } from '../api/types';
import { duelsOf } from './pairings';
import { points } from './record';

test('each pairing that has been played is listed once', () => {
  const duel = (a: string, b: string, wins: number) =>
    ({ a, b, games: { wins, draws: 0, losses: 0 } }) as Duel;
  const bots = ['x', 'y', 'z'];
  const matrix = bots.map((a) => bots.map((b) => duel(a, b, a !== b && b !== 'z' && a !== 'z' ? 1 : 0)));
  expect(duelsOf({ bots, matrix } as Matrix).map((d) => d.a + d.b)).toEqual(['xy']);
});

test('the percentage of a cell counts the same matches as its record', () => {
  expect(points({ wins: 5, draws: 0, losses: 6 })).toBeCloseTo(5 / 11);
  expect(points({ wins: 1, draws: 1, losses: 0 })).toBe(0.75);
  expect(points({ wins: 0, draws: 0, losses: 0 })).toBeNull();
});
