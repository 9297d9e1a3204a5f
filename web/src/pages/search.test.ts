import { expect, test } from 'vitest';
import { has, isID } from './search';

test('matches are found by the beginning of their ID', () => {
  expect(['e4a', 'E4ACDE3E', 'e4', 'greedy', '0'.repeat(21)].map(isID)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('names are found by any part, in any case', () => {
  expect(has('Path', 'heropath', 'HeroPath')).toBe(true);
  expect(has('boss', 'greedy@730e5e29')).toBe(false);
});
