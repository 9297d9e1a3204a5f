import { describe, expect, test } from 'vitest';
import { pins, placeOf, turnAt } from './timeline';

describe('timeline', () => {
  test.each([
    [-10, 0],
    [0, 0],
    [50, 10],
    [52, 10],
    [100, 20],
    [500, 20],
  ])('a point at %d of 100 pixels is turn %d of 20', (x, want) => {
    expect(turnAt(x, 100, 20)).toBe(want);
  });

  test('an empty match and an empty bar do not divide by zero', () => {
    expect(placeOf(0, 0)).toBe(0);
    expect(turnAt(5, 0, 20)).toBe(0);
  });

  test('a turn has one pin, with the symbol of its most important mark and the text of all', () => {
    expect(
      pins([
        [],
        [
          { kind: 'score', text: 'a coin' },
          { kind: 'fault', seat: 1, text: 'timeout' },
          { kind: 'kill', text: 'a kill' },
        ],
      ]),
    ).toEqual([{ turn: 1, kind: 'fault', seat: 1, text: 'turn 1: a coin; timeout; a kill' }]);
  });
});
