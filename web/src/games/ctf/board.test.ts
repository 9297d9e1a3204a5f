import { describe, expect, test } from 'vitest';
import { fixtureOf } from '../../testing';
import type { Theme } from '../../ui/theme';
import type { Ctx } from '../board/text';
import { CtfBoard } from './board';
import { drawBeam } from './figures';
import { flagAt, minesAt, minionAt, minionPose } from './model';
import type { Scene, View } from './types.gen';

describe('ctf', () => {
  const replay = fixtureOf<Scene, View>('ctf');
  const board = new CtfBoard(replay.scene);

  test('a turn ends in the position of the view', () => {
    for (let turn = 1; turn <= replay.last; turn++) {
      const model = board.state(replay.frames, turn);
      for (const seat of [0, 1]) {
        model.after.seats[seat]!.minions.forEach((m, id) => {
          const shown = minionPose(model, seat, id, 1);
          expect([shown.health, shown.timeout, shown.presence]).toEqual([
            m.health,
            m.timeout,
            m.alive ? 1 : 0,
          ]);
          expect(Math.hypot(shown.x - m.at[0] - 0.5, shown.y - m.at[1] - 0.5)).toBeLessThan(0.29);
        });
      }
      expect(minesAt(model, 1)).toEqual(model.after.mines);
    }
  });

  test('the camera moves without a jump, and to a minion with a flag', () => {
    let carried = 0;
    for (let turn = 1; turn <= replay.last; turn++) {
      const model = board.state(replay.frames, turn);
      const before = board.state(replay.frames, turn - 1);
      expect(board.focus(model, 0)).toEqual(board.focus(before, 1));
      const flag = model.after.flags.find((f) => f.carrier >= 0);
      if (flag === undefined) continue;
      carried++;
      expect(board.focus(model, 1)).toEqual({ x: flag.at[0] + 0.5, y: flag.at[1] + 0.5 });
    }
    expect(carried).toBeGreaterThan(0);
  });

  test('the camera is with a minion while opponents are too far apart to be seen together', () => {
    const model = structuredClone(board.state(replay.frames, 1));
    model.after.flags = [
      { ...model.after.flags[0], at: [1, 8], carrier: -1 },
      { ...model.after.flags[1], at: [31, 8], carrier: -1 },
    ];
    const stand = (seat: number, x: number) =>
      model.after.seats[seat]!.minions.forEach((m, id) => {
        m.at = [x - id, 8];
      });
    stand(0, 10);
    stand(1, 31);
    expect(board.focus(model, 1)).toEqual({ x: 10.5, y: 8.5 });
    stand(0, 21);
    expect(board.focus(model, 1).x).toBeGreaterThan(21.5);
  });

  test('a turn begins where the last one ended', () => {
    for (let turn = 1; turn <= replay.last; turn++) {
      const before = board.state(replay.frames, turn - 1);
      const model = board.state(replay.frames, turn);
      for (const seat of [0, 1]) {
        model.after.seats[seat]!.minions.forEach((_, id) => {
          expect(minionAt(model, seat, id, 0)).toEqual(minionAt(before, seat, id, 1));
        });
        expect(flagAt(model, seat, 0)).toEqual(flagAt(before, seat, 1));
      }
      expect(minesAt(model, 0)).toEqual(before.after.mines);
    }
  });

  test('the events of a turn lead to its end: just before it, everything is as after it', () => {
    for (let turn = 1; turn <= replay.last; turn++) {
      const model = board.state(replay.frames, turn);
      for (const seat of [0, 1]) {
        model.after.seats[seat]!.minions.forEach((m, id) => {
          const shown = minionPose(model, seat, id, 1 - 1e-9);
          expect(shown.health).toBeCloseTo(m.health, 3);
          expect(shown.presence).toBeCloseTo(m.alive ? 1 : 0, 3);
        });
        expect(flagAt(model, seat, 1 - 1e-9).carried).toBe(flagAt(model, seat, 1).carried);
      }
      const cells = (t: number) =>
        minesAt(model, t)
          .map((m) => m.at.join(' '))
          .sort();
      expect(cells(1 - 1e-9)).toEqual(cells(1));
    }
  });

  test('a minion is found before its cell, and its tooltip is complete', () => {
    const model = board.state(replay.frames, 0);
    const [x, y] = model.after.seats[1]!.minions[2]!.at;
    const target = board.hitTest(model, x + 0.6, y + 0.4)!;
    expect(target.key).toBe('minion 1 2');
    const { title, rows } = board.describe(model, target);
    expect(title).toBe('minion 2 of seat 1');
    expect(rows.map(([label]) => label)).toEqual([
      'cell r c',
      'health',
      'timeout',
      'carries',
      'visible to the opponent',
    ]);
    expect(rows[0]![1]).toBe(`${y} ${x}`);
  });

  test('kills and flags are marked', () => {
    const kinds = replay.frames.flatMap((_, turn) => board.marks(replay.frames, turn).map((m) => m.kind));
    expect(new Set(kinds)).toEqual(new Set(['kill', 'capture', 'score']));
  });
});

test.each(['fire', 'ice'] as const)('a beam of %s starts at who fires and ends where it stops', (kind) => {
  const lines: [string, number, number][] = [];
  const ctx = new Proxy({} as Ctx, {
    get: (_, name) =>
      name === 'moveTo' || name === 'lineTo' || name === 'translate'
        ? (x: number, y: number) => lines.push([name, x, y])
        : () => undefined,
    set: () => true,
  });
  // The minion stands in 4 2 beside a wall on its left: its sight is two cells to the right and one upwards.
  const sight = [
    [4, 2],
    [5, 2],
    [6, 2],
    [4, 1],
  ] as const;
  drawBeam(ctx, { fire: '', ice: '' } as Theme, kind, [4, 2], sight as never, 1, 1);
  const [middle, ...beams] = lines;
  expect(middle).toEqual(['translate', 4.5, 2.5]);
  const side = kind === 'fire' ? -0.1 : 0.1; // so that both are seen where they cross
  expect(beams).toEqual([
    ['moveTo', 0.5, side],
    ['lineTo', 2.5, side], // the far edge of 6 2
    ['moveTo', -side, -0.5],
    ['lineTo', -side, -1.5],
  ]);
});
