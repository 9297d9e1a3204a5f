import { expect, test } from 'vitest';
import type { Check } from '../api/types';
import { llrCurves } from './llr';

const found = (llrs: number[]) => ({ llrs, test: { lower: -2.94, upper: 2.94 } }) as Check['found'];

test('the LLR starts at 0 and has constant bounds', () => {
  const { xs, curves } = llrCurves(found([0.5, -1]));
  expect(xs).toEqual([0, 1, 2]);
  expect(curves.map((c) => c.values)).toEqual([
    [0, 0.5, -1],
    [2.94, 2.94, 2.94],
    [-2.94, -2.94, -2.94],
  ]);
});

test('a long LLR history is thinned and keeps its last value', () => {
  const llrs = Array.from({ length: 9001 }, (_, i) => i);
  const { xs, curves } = llrCurves(found(llrs));
  expect(xs.length).toBeLessThan(2002);
  expect(xs.at(-1)).toBe(9001);
  expect(curves[0]!.values.at(-1)).toBe(9000);
});
