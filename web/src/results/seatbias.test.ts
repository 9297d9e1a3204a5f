import { expect, test } from 'vitest';
import { byChance } from './seatbias';

// "No probability is 0 % or 100 % where it is only close."
test.each([
  [0, 'Strong evidence of a first-move advantage (p < 0.001).'],
  [0.0004, 'Strong evidence of a first-move advantage (p < 0.001).'],
  [0.04, 'Evidence of a first-move advantage (p = 0.040).'],
  [0.5, 'No evidence of a first-move advantage (p = 0.50).'],
  [0.9999, 'No evidence of a first-move advantage (p = 0.99).'],
  [1, 'No evidence of a first-move advantage (p = 1.00).'],
])('a p-value of %s in words', (p, want) => expect(byChance(p)).toBe(want));
