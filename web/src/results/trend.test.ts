import { expect, test } from 'vitest';
import type { Point } from '../api/types';
import { trendOf } from './trend';

const point = (matches: number, elo: Record<string, number>) =>
  ({ matches, ratings: Object.entries(elo).map(([bot, elo]) => ({ bot, elo })) }) as unknown as Point;

test('a trend is the change since about half of the matches, and none for a bot that is new since then', () => {
  const points = [
    point(20, { a: 5 }),
    point(40, { a: 10 }),
    point(60, { a: 50, b: 1 }),
    point(90, { a: 30, b: 2 }),
  ];
  expect(trendOf(points, 'a')).toBe(20);
  expect(trendOf(points, 'b')).toBeNull();
  expect(trendOf([], 'a')).toBeNull();
});
