import { expect, test } from 'vitest';
import { framesOf } from './gif';

test('a turn of a GIF moves as on the board, and the range begins with its first position', () => {
  const frames = framesOf(3, 5, () => 2);
  expect(frames[0]).toEqual({ turn: 3, t: 1, ms: 400 });
  expect(
    frames
      .filter((f) => f.turn === 4)
      .map((f) => f.t)
      .at(-1),
  ).toBe(1);
  const ms = frames.filter((f) => f.turn === 4).reduce((sum, f) => sum + f.ms, 0);
  expect(Math.abs(ms - 700)).toBeLessThan(10);
});

test('a long range has a bounded number of frames and ends at its end', () => {
  const frames = framesOf(0, 5000, () => 3);
  expect(frames.length).toBeLessThanOrEqual(600);
  expect(frames.every((f) => f.t === 1)).toBe(true);
});
