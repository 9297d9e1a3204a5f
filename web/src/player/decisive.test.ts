import { expect, test } from 'vitest';
import type { AnalysisReport } from '../api/types';
import { loadRenderer } from '../games';
import type { Frame } from '../replay/model';
import { fixture } from '../testing';
import { decisiveTurn, largestFall } from './decisive';

const swing = (frames: readonly Frame[], turn: number) => frames[turn]!.turn;
const frame = (turn: number, seat: object) => ({ turn, seats: [seat], view: {} }) as unknown as Frame;

test('the largest fall counts, also over turns without a value, and the later one of equal ones', () => {
  expect(largestFall([5, 4, null, 1, 3, 0])).toEqual({ from: 4, to: 5 });
  expect(largestFall([1, 2, 2])).toBeUndefined();
  expect(largestFall([])).toBeUndefined();
});

test('a fault that was not forgiven decides', () => {
  const fault = { kind: 'timeout', forgiven: false };
  const frames = [frame(9, {}), frame(1, { fault: { ...fault, forgiven: true } }), frame(0, { fault })];
  expect(decisiveTurn(frames, { swing }, 0)).toBe(2);
});

// A swing of 9 in frame 0, then 9 5 5 4 4 after the turns 1 to 5, of which the seat is asked in the odd ones.
const game = [9, 9, 5, 5, 4, 4].map((v, i) => frame(v, { asked: i % 2 === 1 }));
const report = (turns: object[], worst: object[] = []) => ({ turns, worst }) as unknown as AnalysisReport;
const valued = (turn: number, value: number, error = 0.1, seat = 0) => ({ turn, seat, value, error });

test("without judge and evaluation it is the answer from which to the seat's next one the swing falls most", () => {
  expect(decisiveTurn(game, { swing }, 0)).toBe(1);
});

test("the bot's own evaluation goes before the game's swing", () => {
  const evals = [0, 3, 9, 2.9, 9, 1].map((v, i) => frame(v, { asked: i % 2 === 1, metrics: { eval: v } }));
  expect(decisiveTurn(evals, { swing: () => 0 }, 0)).toBe(5);
});

test("the judge's costliest answer goes before all but a fault, and is the seat's", () => {
  const worst = [
    { turn: 2, seat: 1 },
    { turn: 3, seat: 0 },
    { turn: 1, seat: 0 },
  ];
  expect(decisiveTurn(game, { swing }, 0, report([], worst))).toBe(3);
});

test("without a marked answer it is the one from which the judge's value falls by more than its error", () => {
  expect(
    decisiveTurn(
      game,
      { swing },
      0,
      report([valued(1, 0.6), valued(3, 0.55), valued(4, 0.9), valued(5, 0.2)]),
    ),
  ).toBe(3);
  expect(decisiveTurn(game, { swing }, 0, report([valued(3, 0.6, 0.4), valued(5, 0.3, 0.4)]))).toBe(1);
  expect(decisiveTurn(game, { swing }, 0, report([valued(1, 0.6, 0.1, 1), valued(3, 0.1, 0.1, 1)]))).toBe(1);
});

test('it is never the last turn for being last: where nothing tells, it is the first in which the seat was asked', () => {
  expect(decisiveTurn(game, { swing: () => 0 }, 0)).toBe(1);
  expect(decisiveTurn([frame(1, {}), frame(0, {})], { swing }, 0)).toBe(0);
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
    expect(replay.frames[turn]!.seats[0]!.asked, game).toBe(true);
  }
});
