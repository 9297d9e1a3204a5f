import { expect, test } from 'vitest';
import type { Duel, Matrix } from '../api/types';
import { duelsOf } from './pairings';

test('each pairing that has been played is listed once', () => {
  const duel = (a: string, b: string, wins: number) =>
    ({ a, b, games: { wins, draws: 0, losses: 0 } }) as Duel;
  const bots = ['x', 'y', 'z'];
  const matrix = bots.map((a) => bots.map((b) => duel(a, b, a !== b && b !== 'z' && a !== 'z' ? 1 : 0)));
  expect(duelsOf({ bots, matrix } as Matrix).map((d) => d.a + d.b)).toEqual(['xy']);
});
