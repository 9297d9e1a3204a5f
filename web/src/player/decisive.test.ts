import { expect, test } from 'vitest';
import { loadRenderer } from '../games';
import type { Frame } from '../replay/model';
import { fixture } from '../testing';
import { decisiveTurn, largestFall } from './decisive';

const swing = (frames: readonly Frame[], turn: number) => frames[turn]!.turn;
const frame = (turn: number, seat: object) => ({ turn, seats: [seat], view: {} }) as unknown as Frame;

test('the largest fall counts, also over turns without a value, and the later one of equal ones', () => {
  expect(largestFall([5, 4, null, 1, 3, 0])).toBe(5);
  expect(largestFall([1, 2, 2])).toBeUndefined();
  expect(largestFall([])).toBeUndefined();
});

test('a fault that was not forgiven decides', () => {
  const fault = { kind: 'timeout', forgiven: false };
  const frames = [frame(9, {}), frame(1, { fault: { ...fault, forgiven: true } }), frame(0, { fault })];
  expect(decisiveTurn(frames, { swing }, 0)).toBe(2);
});

test("the bot's own evaluation goes before the game's swing", () => {
  const evals = [3, 1, 0.5].map((v, i) => frame([0, 9, 0][i]!, { metrics: { eval: v } }));
  expect(decisiveTurn(evals, { swing }, 0)).toBe(1);
  expect(
    decisiveTurn(
      evals.map((f) => ({ ...f, seats: [{ asked: true }] })),
      { swing },
      0,
    ),
  ).toBe(2);
});

test('each game has a swing with numbers', async () => {
  for (const game of ['ctf', 'domain', 'flames', 'heropath', 'keeper']) {
    const replay = fixture(game);
    const board = (await loadRenderer(game)).load(replay.header!, replay.scene);
    const values = replay.frames.map((_, turn) => board.swing(replay.frames, turn, 0));
    expect(
      values.every((v) => v !== null && Number.isFinite(v)),
      game,
    ).toBe(true);
    const turn = decisiveTurn(replay.frames, board, 0);
    expect(turn, game).toBeGreaterThan(0);
  }
});
