import { expect, test } from 'vitest';
import { words } from './analysis';

const report = {
  ...{ game: 'x', match: 'm', judge: 'search', seconds: 8.2, scale: 1, worst: [], turns: [] },
  examined: 0.281,
};

test('an analysis says how far it is, and what it was', () => {
  expect(words({ state: 'running', share: 0.5 })).toBe('thinking, 50 %');
  expect(words({ state: 'failed', share: 0, why: 'no judge' })).toBe('no judge');
  expect(words({ state: 'done', share: 1, report })).toBe('28 % of the answers examined in 8 s: search');
});

test('a judge that gives no marks has examined positions alone', () => {
  const body = { state: 'done' as const, share: 1, report: { ...report, examined: 0 } };
  expect(words(body)).toBe('positions judged in 8 s: search');
});
