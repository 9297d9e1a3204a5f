import { expect, test } from 'vitest';
import { ago, capital, duration, number, percent, plusMinus, probability, signed } from './format';

test.each([
  [12.4, '+12'],
  [-3.6, '−4'],
  [-0.2, '0'],
  [null, '–'],
])('signed %s', (value, want) => expect(signed(value)).toBe(want));

test.each([
  [0.314, 0.08, '0.31 ± 0.08'],
  [-0.05, 0.2, '−0.05 ± 0.20'],
  [1.5, 2.25, '1.5 ± 2.3'],
  [-420.4, 90, '−420 ± 90'],
])('%s plus or minus %s has the decimals that its size asks for', (value, error, want) =>
  expect(plusMinus(value, error)).toBe(want),
);

test.each([
  [0.9125, '91 %'],
  [0.9999, '> 99 %'],
  [1, '100 %'],
  [0.0001, '< 1 %'],
  [0, '0 %'],
])('percent %s', (share, want) => expect(percent(share)).toBe(want));

test.each([
  [0.9996, '> 99.9 %'],
  [0.0004, '< 0.1 %'],
  [0.5, '50.0 %'],
])('percent %s with a decimal', (share, want) => expect(percent(share, 1)).toBe(want));

// "No probability is 0 % or 100 % where it is only close": 1 is what a likelihood of 1 - 1e-20 is in floating point. The
// same table is in server/league/rating/format_test.go.
test.each([
  [1, 0, 'over 99.9 %'],
  [0.9996, 0, 'over 99.9 %'],
  [0.9996, 1, 'over 99.9 %'],
  [0.99996, 2, 'over 99.99 %'],
  [0.996, 0, '99.6 %'],
  [0.975, 1, '97.5 %'],
  [0.5, 0, '50 %'],
  [0.004, 0, '0.4 %'],
  [0.0001, 0, 'under 0.1 %'],
  [0, 0, 'under 0.1 %'],
  [0, 2, 'under 0.01 %'],
  [null, 0, '–'],
])('probability %s with %s decimals', (p, digits, want) => expect(probability(p, digits)).toBe(want));

test.each([
  [0.02, '< 0.1 ms'],
  [0.43, '0.4 ms'],
  [5, '5 ms'],
  [35.2, '35 ms'],
  [1234, '1.2 s'],
  [180_000, '3 min'],
  [7_500_000, '2 h 5 min'],
  [400_000_000, '5 days'],
])('duration %s', (ms, want) => expect(duration(ms)).toBe(want));

test('a sentence begins with a capital letter', () => {
  expect([capital('never won: wait'), capital('')]).toEqual(['Never won: wait', '']);
});

test('a moment ago', () => {
  expect(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:03:00Z'))).toBe('3 min ago');
});

test('a number has no trailing zeros', () => {
  expect([number(2), number(2.25), number(-1234.5)]).toEqual(['2', '2.3', '−1,234.5']);
});
