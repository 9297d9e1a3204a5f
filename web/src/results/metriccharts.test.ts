import { expect, test } from 'vitest';
import { curvesOf } from './metriccharts';

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
