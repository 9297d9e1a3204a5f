import { expect, test } from 'vitest';
import { scaleOf, stepsOf } from './scale';

test('an axis covers its values with some eight lines in round steps', () => {
  expect(scaleOf(-137, 108)).toEqual({ low: -150, high: 150, step: 50 });
  expect(scaleOf(-10, 10)).toEqual({ low: -10, high: 10, step: 5 });
  expect(scaleOf(0, 10)).toEqual({ low: 0, high: 10, step: 2 });
  expect(stepsOf(scaleOf(0, 95.8))).toEqual([0, 20, 40, 60, 80, 100]);
  expect(stepsOf(scaleOf(-1e6, 1e6)).length).toBeLessThan(12);
});
