import { expect, test } from 'vitest';
import type { Frame } from '../replay/model';
import { fixture } from '../testing';
import { firstDifference } from './difference';

const { frames } = fixture('domain');
const changed = (turn: number, change: (frame: Frame) => Frame) =>
  frames.map((frame, i) => (i === turn ? change(frame) : frame));

// "The game says what was played: how an answer is written and what it says beside its act does not count."
test('two matches differ first where they are played differently', () => {
  expect(firstDifference(frames, frames)).toBeUndefined();
  const keeper = fixture('keeper').frames;
  const other = keeper.map((frame, i) => (i === 9 ? { ...frame, digest: 'other' } : frame));
  expect(firstDifference(keeper, other)).toBe(9);
  const said = changed(7, (f) => ({ ...f, seats: f.seats.map((s) => ({ ...s, answer: ['3 4 U hello'] })) }));
  expect(firstDifference(said, frames)).toBeUndefined();
});

test('where the digest covers what was said, the one of the play tells', () => {
  const playing = frames.map((frame) => ({ ...frame, play: `p${frame.turn}` }));
  const with9 = (change: Partial<Frame>) => playing.map((f, i) => (i === 9 ? { ...f, ...change } : f));
  expect(firstDifference(playing, with9({ digest: 'other' }))).toBeUndefined();
  expect(firstDifference(playing, with9({ play: 'other' }))).toBe(9);
});

test('a shorter match differs after its end, and matches of other games at once', () => {
  expect(firstDifference(frames, frames.slice(0, 12))).toBe(12);
  expect(firstDifference(frames, fixture('ctf').frames)).toBe(0);
});
