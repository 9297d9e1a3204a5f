import { expect, test } from 'vitest';
import type { Match } from '../api/types';
import { histogram, largest, pairsOf } from './paired';

const match = (id: string, seed: string, score: number) =>
  ({ id, state: 'played', start: { name: `seed ${seed}`, seed }, seats: [{ bot: 'x', score }] }) as Match;

test('starts are paired by the latest match of each bot', () => {
  const pairs = pairsOf(
    [match('a3', '1', 7), match('a2', '2', 5), match('a1', '1', 99)],
    [match('b2', '1', 4), match('b1', '3', 8)],
  );
  expect(pairs.map((p) => [p.start, p.a.id, p.b.id, p.scores])).toEqual([['seed 1', 'a3', 'b2', [7, 4]]]);
});

test('gains and losses are those of the first bot, the largest first', () => {
  const pairs = pairsOf(
    [1, 5, 9, 3].map((score, i) => match(`a${i}`, String(i), score)),
    [4, 4, 4, 3].map((score, i) => match(`b${i}`, String(i), score)),
  );
  expect(largest(pairs, 1, 5).map((p) => p.start)).toEqual(['seed 2', 'seed 1']);
  expect(largest(pairs, -1, 5).map((p) => p.start)).toEqual(['seed 0']);
});

test('a histogram counts each score once, in bins of a round width', () => {
  const scores = [0, 3, 99, 100, -7];
  const pairs = pairsOf(
    scores.map((score, i) => match(`a${i}`, String(i), score)),
    scores.map((_, i) => match(`b${i}`, String(i), 50)),
  );
  const bins = histogram(pairs, 10);
  expect(bins.length).toBeLessThanOrEqual(11);
  expect(bins[0]).toEqual({ low: -20, high: 0, counts: [1, 0] });
  expect(bins.reduce((sum, b) => sum + b.counts[0], 0)).toBe(5);
  expect(bins.reduce((sum, b) => sum + b.counts[1], 0)).toBe(5);
  expect(histogram([], 10)).toEqual([]);
});
