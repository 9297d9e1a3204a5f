import { describe, expect, test } from 'vitest';
import { ease, progress, stepCount } from './motion';

describe('motion', () => {
  test('a step begins when the one before has ended', () => {
    expect(progress(0, 0, 2)).toBe(0);
    expect(progress(0.25, 0, 2)).toBe(0.5);
    expect(progress(0.5, 0, 2)).toBe(1);
    expect(progress(0.5, 1, 2)).toBe(0);
    expect(progress(1, 1, 2)).toBe(1);
  });

  test('easing begins and ends where it should, and never goes back', () => {
    let before = 0;
    for (let t = 0; t <= 1; t += 0.01) {
      expect(ease(t)).toBeGreaterThanOrEqual(before);
      before = ease(t);
    }
    expect([ease(0), ease(1)]).toEqual([0, 1]);
  });

  test('a turn without events is one step', () => {
    expect([stepCount(null), stepCount([]), stepCount([{ step: 0 }, { step: 3 }])]).toEqual([1, 1, 4]);
  });
});
