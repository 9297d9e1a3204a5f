import { expect, test } from 'vitest';
import type { Line, Point } from '../api/types';
import { historyCurves } from './historycurves';
import { groupsOf, wonOf } from './standings';
import { needsOf, strengthCsv, strengthOf } from './strength';

const games = { wins: 18, draws: 2, losses: 20 };
const solo = {
  bot: 'a',
  score: 336.1,
  score_error95: 90,
  elo: -45,
  elo_error95: 62,
  mean: { runs: 30 },
  games,
} as Line;
const paired = { bot: 'a', score: 0.475, elo: -45, elo_error95: 62, games } as Line;

test('a solo game is ranked by score, and wins are the points per game', () => {
  expect(strengthOf(solo)).toEqual({ solo: true, value: 336.1, error95: 90 });
  expect(strengthCsv(strengthOf(solo))).toEqual({ score: 336.1, 'score, error of 95 %': 90 });
  expect(wonOf(solo)).toBe(0.475);
});

test('other games are ranked by Elo', () => {
  expect(strengthOf(paired)).toEqual({ solo: false, value: -45, error95: 62 });
  expect(strengthCsv(strengthOf(paired))).toEqual({ elo: -45, 'elo, error of 95 %': 62 });
  expect(strengthOf(undefined).value).toBeNull();
});

test('a rough Elo says how many matches it needs instead of its error, which falls with their square root', () => {
  expect(needsOf(400, 4)).toBe(12);
  expect(needsOf(200, 30)).toBeUndefined();
  expect(needsOf(650, 0)).toBeUndefined();
  expect(strengthOf({ ...paired, elo_error95: 400, matches: 4 }).needs).toBe(12);
  expect(strengthOf({ ...solo, elo_error95: 400, matches: 4 }).needs).toBeUndefined();
});

test('bots that have not met stand in tables of their own, the largest group first', () => {
  const lines = ['a1', 'b2', 'a1', 'none'].map((bot) => ({
    bot,
    ...(bot !== 'none' && { group: Number(bot[1]) }),
  }));
  expect(groupsOf(lines).map((g) => g.map((l) => l.bot))).toEqual([
    ['a1', 'a1'],
    ['b2', 'none'],
  ]);
  expect(groupsOf([{}, {}]).length).toBe(1);
});

test('the curves of a solo game are scores', () => {
  const rating = { bot: 'a', elo: 12, elo_error95: 8 };
  const points = [
    { matches: 2, ratings: [{ ...rating, score: 500 }] },
    { matches: 4, ratings: [{ ...rating, score: 600, score_error95: 70 }] },
  ] as Point[];
  expect(historyCurves(points, ['a'])[0]).toMatchObject({ values: [500, 600], errors: [null, 70] });
  expect(historyCurves([{ matches: 2, ratings: [rating] } as Point], ['a'])[0]).toMatchObject({
    values: [12],
  });
});
