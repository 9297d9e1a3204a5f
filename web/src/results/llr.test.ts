import { expect, test } from 'vitest';
import type { Check } from '../api/types';
import { walkOf } from './llr';

const found = (llrs: number[]) => ({ llrs, test: { lower: -2.94, upper: 2.94 } }) as Check['found'];

test('the walk begins at nothing and runs between its bounds', () => {
  const { xs, curves } = walkOf(found([0.5, -1]));
  expect(xs).toEqual([0, 1, 2]);
  expect(curves.map((c) => c.values)).toEqual([
    [0, 0.5, -1],
    [2.94, 2.94, 2.94],
    [-2.94, -2.94, -2.94],
  ]);
});

test('a long walk is thinned, and its end stays', () => {
  const llrs = Array.from({ length: 9001 }, (_, i) => i);
  const { xs, curves } = walkOf(found(llrs));
  expect(xs.length).toBeLessThan(2002);
  expect(xs.at(-1)).toBe(9001);
  expect(curves[0]!.values.at(-1)).toBe(9000);
});
