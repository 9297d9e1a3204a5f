import { describe, expect, test } from 'vitest';
import { fixture } from '../testing';
import ctf, { type CtfBoard, type Model as CtfModel, flagAt, minesAt, minionAt, minionLook } from './ctf';
import domain, { type DomainBoard, type Model as DomainModel, tokenAt } from './domain';
import type { Look } from './renderer';

const look = { options: {}, seat: null, hover: null } as unknown as Look;

function load(game: string, renderer: typeof domain) {
  const replay = fixture(game);
  return { replay, board: renderer.load(replay.header!, replay.scene) };
}

describe.each([
  ['domain', domain],
  ['ctf', ctf],
])('every turn of %s', (game, renderer) => {
  const { replay, board } = load(game, renderer);

  test('each event is said in words', () => {
    for (const frame of replay.frames) {
      for (const event of frame.view.events ?? []) {
        const words = board.describeEvent(event);
        expect(words).not.toContain('undefined');
        expect(words.split(' ').length).toBeGreaterThan(1);
      }
    }
  });

  test('series and standings are numbers and words', () => {
    for (let turn = 0; turn <= replay.last; turn++) {
      for (const series of board.series)
        expect(series.value(replay.frames, turn)).toEqual(expect.any(Number));
      for (const seat of [0, 1]) {
        for (const [, value] of board.standing(replay.frames, turn, seat).facts)
          expect(value).not.toMatch(/undefined|NaN/);
      }
    }
  });

  test('whatever is pointed at is described', () => {
    const model = board.state(replay.frames, 20);
    const { x, y, w, h } = board.bounds;
    for (let px = x; px < x + w; px += 0.5) {
      for (let py = y; py < y + h; py += 0.5) {
        const entity = board.hitTest(model, px, py, look);
        if (entity === null) continue;
        const { title, rows } = board.describe(model, entity);
        expect(title + rows.flat().join(' ')).not.toMatch(/undefined|NaN/);
      }
    }
    expect(board.hitTest(model, x - 1, y - 1, look)).toBeNull();
  });
});

describe('domain', () => {
  const { replay, board } = load('domain', domain) as {
    replay: ReturnType<typeof fixture>;
    board: DomainBoard;
  };

  test('a turn begins where the last one ended and ends where the view says', () => {
    for (let turn = 1; turn <= replay.last; turn++) {
      const model: DomainModel = board.state(replay.frames, turn);
      for (const seat of [0, 1]) {
        const [bx, by] = model.before.tokens[seat as 0 | 1];
        const [ax, ay] = model.after.tokens[seat as 0 | 1];
        expect(tokenAt(model, seat, 0)).toEqual({ x: bx + 0.5, y: by + 0.5 });
        expect(tokenAt(model, seat, 1)).toEqual({ x: ax + 0.5, y: ay + 0.5 });
      }
    }
  });

  test('a token is found before its cell, and says what it can reach', () => {
    const model = board.state(replay.frames, 0);
    expect(board.hitTest(model, 0.5, 0.5)).toEqual({ key: 'token 0', cell: [0, 0], seat: 0 });
    expect(board.hitTest(model, 1.2, 0.9)?.key).toBe('cell 1 0');
    expect(board.describe(model, board.hitTest(model, 0.5, 0.5)!).rows).toContainEqual([
      'can reach',
      '10 cells',
    ]);
  });

  test('a cell tells its walls', () => {
    const model = board.state(replay.frames, 1);
    expect(board.describe(model, board.hitTest(model, 2.5, 0.5)!).rows).toContainEqual([
      'lower wall',
      'seat 0, turn 1',
    ]);
  });

  test('the parting of the tokens is marked', () => {
    expect(board.marks(replay.frames, 28)[0]?.text).toBe('parts the tokens: domains of 5 and 42 cells');
  });
});

describe('ctf', () => {
  const { replay, board } = load('ctf', ctf) as { replay: ReturnType<typeof fixture>; board: CtfBoard };

  test('a turn ends where the view says', () => {
    for (let turn = 1; turn <= replay.last; turn++) {
      const model: CtfModel = board.state(replay.frames, turn);
      for (const seat of [0, 1]) {
        model.after.seats[seat]!.minions.forEach((m, id) => {
          const shown = minionLook(model, seat, id, 1);
          expect([shown.health, shown.timeout, shown.presence]).toEqual([
            m.health,
            m.timeout,
            m.alive ? 1 : 0,
          ]);
          expect(Math.hypot(shown.x - m.at[0] - 0.5, shown.y - m.at[1] - 0.5)).toBeLessThan(0.21);
        });
      }
      expect(minesAt(model, 1)).toEqual(model.after.mines);
    }
  });

  test('a turn begins where the last one ended', () => {
    for (let turn = 1; turn <= replay.last; turn++) {
      const before: CtfModel = board.state(replay.frames, turn - 1);
      const model: CtfModel = board.state(replay.frames, turn);
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
      const model: CtfModel = board.state(replay.frames, turn);
      for (const seat of [0, 1]) {
        model.after.seats[seat]!.minions.forEach((m, id) => {
          const shown = minionLook(model, seat, id, 1 - 1e-9);
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

  test('a minion is found before its cell, and tells everything about itself', () => {
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
      'shown to the opponent',
    ]);
    expect(rows[0]![1]).toBe(`${y} ${x}`);
  });

  test('kills and flags are marked', () => {
    const kinds = replay.frames.flatMap((_, turn) => board.marks(replay.frames, turn).map((m) => m.kind));
    expect(new Set(kinds)).toEqual(new Set(['kill', 'capture', 'score']));
  });
});
