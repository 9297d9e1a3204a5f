import { expect, test } from 'vitest';
import { historyCurves } from './historycurves';

const point = (matches: number, ratings: Record<string, number>) => ({
  at: '2026-01-01T00:00:00Z',
  matches,
  ratings: Object.entries(ratings).map(([bot, elo]) => ({ bot, elo, elo_error95: 10, error95: 10 })),
});

test('a bot has no value before its first match', () => {
  const points = [point(10, { 'a@1': 5 }), point(20, { 'a@1': 7, 'b@2': -7 })];
  const curves = historyCurves(points, ['a@1', 'b@2']);
  expect(curves.map((c) => c.values)).toEqual([
    [5, 7],
    [null, -7],
  ]);
  expect(curves.map((c) => c.errors)).toEqual([
    [10, 10],
    [null, 10],
  ]);
});

test('a curve is labelled with name and version', () => {
  expect(historyCurves([], ['a@1', 'a@2', 'b@3']).map((c) => c.name)).toEqual(['a@1', 'a@2', 'b@3']);
});
