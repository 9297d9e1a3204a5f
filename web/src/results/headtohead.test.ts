import { expect, test } from 'vitest';
import type { Duel } from '../api/types';
import { summaryOf } from './headtohead';

test('the tooltip of a duel has no error where none is known', () => {
  const duel = (error: number | null) =>
    ({ a: 'a', b: 'b', estimate: { elo: 30, elo_error95: error, los: 0.9 } }) as Duel;
  expect(summaryOf(duel(null))).toBe('a against b: +30 Elo; stronger with a probability of 90 %');
  expect(summaryOf(duel(12))).toContain('+30 ± 12 Elo');
});

test('nobody is superior for certain', () => {
  const duel = { a: 'a', b: 'b', estimate: { elo: 300, elo_error95: 12, los: 1 } } as Duel;
  expect(summaryOf(duel)).toContain('stronger with a probability of over 99.9 %');
});
