import { expect, test } from 'vitest';
import type { Check } from '../api/types';
import { pathFigure } from './checkpath';

const check = { answer: 'not proven', question: { elo0: -20, elo1: 0 } } as unknown as Check;

test('the evidence starts at 0 and has constant bounds', () => {
  const path = { by: 'sprt', from: 1, values: [0.5, -1], lower: -2.94, upper: 2.94 };
  const { xs, curves } = pathFigure(check, path);
  expect(xs).toEqual([0, 1, 2]);
  expect(curves.map((c) => c.values)).toEqual([
    [0, 0.5, -1],
    [2.94, 2.94, 2.94],
    [-2.94, -2.94, -2.94],
  ]);
  expect(curves.map((c) => c.name)).toEqual([
    'evidence for the candidate',
    'not weaker at 2.94',
    'weaker at −2.94',
  ]);
});

test('a long path is thinned and keeps its last value', () => {
  const values = Array.from({ length: 9001 }, (_, i) => i);
  const { xs, curves } = pathFigure(check, { by: 'sprt', from: 1, values, lower: -3, upper: 3 });
  expect(xs.length).toBeLessThan(2002);
  expect(xs.at(-1)).toBe(9001);
  expect(curves[0]!.values.at(-1)).toBe(9000);
});

test('the interval of a check by score begins where there is one', () => {
  const path = {
    by: 'confidence sequence',
    from: 100,
    values: [-3, -4],
    lows: [-6, -6],
    highs: [0.5, -0.5],
    lower: -5,
    upper: 0,
  };
  const { xs, curves } = pathFigure({ ...check, answer: 'weaker' }, path);
  expect(xs).toEqual([100, 101]);
  expect(curves.map((c) => c.values)).toEqual([
    [-3, -4],
    [-6, -6],
    [0.5, -0.5],
    [0, 0],
    [-5, -5],
  ]);
});
