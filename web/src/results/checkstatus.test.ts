import { expect, test } from 'vitest';
import { evidenceOf, methodOf } from './checkstatus';

test('evidence counts distinct games', () => {
  expect(evidenceOf({ matches: 294, distinct: 2, trials: 147 })).toBe(
    '2 distinct games of 294, on 147 starts',
  );
  expect(evidenceOf({ matches: 2, distinct: 1, trials: 1 })).toBe('1 distinct game of 2, on 1 start');
});

test('an undecided check has no method', () => {
  expect(methodOf({})).toBe('');
});
