import { describe, expect, test } from 'vitest';
import { formatHash, parseHash } from './urlstate';

describe('address', () => {
  test.each([
    ['#t=57&seat=1', { at: 57, seat: 1 }],
    ['#t=0', { at: 0 }],
    ['#seat=0', { seat: 0 }],
    ['#t=12.5', { at: 12.5 }],
    ['', {}],
    ['#t=-3&seat=x', {}],
    ['#t=1e9&seat=0.5', {}],
  ])('%s', (hash, want) => {
    expect(parseHash(hash)).toEqual(want);
  });

  test('a hash round-trips', () => {
    expect(parseHash(formatHash(57, 1))).toEqual({ at: 57, seat: 1 });
    expect(parseHash(formatHash(3, null))).toEqual({ at: 3 });
    expect(formatHash(57, null)).toBe('#t=57');
  });
});
