import { expect, test } from 'vitest';
import { byChance } from './seatbias';

// "No probability is 0 % or 100 % where it is only close."
test.each([
  [0, 'fewer than one of 1,000 such'],
  [0.0004, 'fewer than one of 1,000 such'],
  [0.04, 'one of 25 such'],
  [0.5, '50 of 100 such'],
  [0.9999, '99 of 100 such'],
  [1, 'in all such'],
])('a p-value of %s in words', (p, want) => expect(byChance(p)).toContain(want));
