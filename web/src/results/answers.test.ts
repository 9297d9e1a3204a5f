import { expect, test } from 'vitest';
import { curvesOf, within } from './answers';

test('a bar is labelled with its upper bound, the last one with its lower bound', () => {
  const bar = (up_to_ms: number | null) => ({ up_to_ms, first: 1, later: 1 });
  expect(within(bar(50), undefined)).toBe('up to 50 ms');
  expect(within(bar(null), bar(5000))).toBe('over 5 s');
});

test('a metric has its mean, its lowest and its highest by turn', () => {
  const { xs, curves } = curvesOf({
    name: 'depth',
    turns: [
      { turn: 1, matches: 2, mean: 4, low: 3, high: 5 },
      { turn: 3, matches: 1, mean: 7, low: 7, high: 7 },
    ],
  });
  expect(xs).toEqual([1, 3]);
  expect(curves.map((c) => c.values)).toEqual([
    [4, 7],
    [3, 7],
    [5, 7],
  ]);
});
