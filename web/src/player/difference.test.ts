import { expect, test } from 'vitest';
import type { Frame } from '../replay/model';
import { fixture } from '../testing';
import { firstDifference } from './difference';

const { frames } = fixture('domain');
const changed = (turn: number, change: (frame: Frame) => Frame) =>
  frames.map((frame, i) => (i === turn ? change(frame) : frame));

test('two matches differ first where an answer or a position differs', () => {
  expect(firstDifference(frames, frames)).toBeUndefined();
  expect(
    firstDifference(
      frames,
      changed(9, (f) => ({ ...f, digest: 'other' })),
    ),
  ).toBe(9);
  const answered = changed(7, (f) => ({ ...f, seats: f.seats.map((s) => ({ ...s, answer: ['WAIT'] })) }));
  expect(firstDifference(answered, frames)).toBe(7);
});

test('a shorter match differs after its end, and matches of other games at once', () => {
  expect(firstDifference(frames, frames.slice(0, 12))).toBe(12);
  expect(firstDifference(frames, fixture('ctf').frames)).toBe(0);
});
