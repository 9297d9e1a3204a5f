import { expect, test } from 'vitest';
import { ago, duration, number, percent, signed } from './format';

test.each([
  [12.4, '+12'],
  [-3.6, '−4'],
  [-0.2, '0'],
  [null, '–'],
])('signed %s', (value, want) => expect(signed(value)).toBe(want));

test.each([
  [0.9125, '91 %'],
  [0.9999, '> 99 %'],
  [1, '100 %'],
  [0.0001, '< 1 %'],
  [0, '0 %'],
])('percent %s', (share, want) => expect(percent(share)).toBe(want));

test.each([
  [0.02, '< 0.1 ms'],
  [0.43, '0.4 ms'],
  [35.2, '35 ms'],
  [1234, '1.2 s'],
  [180_000, '3 min'],
  [7_500_000, '2 h 5 min'],
  [400_000_000, '5 days'],
])('duration %s', (ms, want) => expect(duration(ms)).toBe(want));

test('a moment ago', () => {
  expect(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:03:00Z'))).toBe('3 min ago');
});

test('a number has no trailing zeros', () => {
  expect([number(2), number(2.25), number(-1234.5)]).toEqual(['2', '2.3', '−1,234.5']);
});
