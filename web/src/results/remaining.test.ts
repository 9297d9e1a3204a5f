import { expect, test } from 'vitest';
import type { Match } from '../api/types';
import { remaining } from './remaining';

const every = (ms: number, n: number) =>
  Array.from({ length: n }, (_, i) => ({ played_at: new Date(1e12 - i * ms).toISOString() }) as Match);

test.each([
  ['at the pace of the latest', every(1000, 11), 20, 50, 30_000],
  ['too few to know a pace', every(1000, 4), 4, 50, undefined],
  ['endless', every(1000, 11), 20, 0, undefined],
  ['over', every(1000, 11), 50, 50, undefined],
])('remaining: %s', (_, latest, played, total, want) => {
  expect(remaining(latest, played, total)).toBe(want);
});
