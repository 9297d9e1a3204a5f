import { expect, test } from 'vitest';
import type { Pair } from '../api/types';
import { histogram, largest, meanOf } from './paired';

const pair = (seed: number, a: number, b: number): Pair => ({
  start: { name: `seed ${seed}`, seed: String(seed) },
  matches: [`a${seed}`, `b${seed}`],
  scores: [a, b],
});

test('gains and losses are those of the first bot, the largest first', () => {
  const pairs = [pair(0, 1, 4), pair(1, 5, 4), pair(2, 9, 4), pair(3, 3, 3)];
  expect(largest(pairs, 1, 5).map((p) => p.start.name)).toEqual(['seed 2', 'seed 1']);
  expect(largest(pairs, -1, 5).map((p) => p.start.name)).toEqual(['seed 0']);
});

test('the mean difference has the error of independent starts, and one start has none', () => {
  expect(meanOf([pair(0, 5, 4), pair(1, 9, 4)])).toEqual({ value: 3, error95: expect.closeTo(3.92) });
  expect(meanOf([pair(0, 5, 4)])).toEqual({ value: 1, error95: null });
  expect(meanOf([])).toEqual({ value: null, error95: null });
});

test('a histogram counts each score once, in bins of a round width', () => {
  const scores = [0, 3, 99, 100, -7];
  const pairs = scores.map((score, i) => pair(i, score, 50));
  const bins = histogram(pairs, 10);
  expect(bins.length).toBeLessThanOrEqual(11);
  expect(bins[0]).toEqual({ low: -20, high: 0, counts: [1, 0] });
  expect(bins.reduce((sum, b) => sum + b.counts[0], 0)).toBe(5);
  expect(bins.reduce((sum, b) => sum + b.counts[1], 0)).toBe(5);
  expect(histogram([], 10)).toEqual([]);
});
