import { describe, expect, test } from 'vitest';
import { fixtureOf } from '../../testing';
import { DomainBoard } from './board';
import { territory, tokenAt } from './model';
import type { Scene, View } from './types.gen';

describe('domain', () => {
  const replay = fixtureOf<Scene, View>('domain');
  const board = new DomainBoard(replay.scene.size);

  test('a turn starts where the previous one ended and ends in the position of the view', () => {
    for (let turn = 1; turn <= replay.last; turn++) {
      const model = board.state(replay.frames, turn);
      for (const seat of [0, 1]) {
        const [bx, by] = model.before.tokens[seat as 0 | 1];
        const [ax, ay] = model.after.tokens[seat as 0 | 1];
        expect(tokenAt(model, seat, 0)).toEqual({ x: bx + 0.5, y: by + 0.5 });
        expect(tokenAt(model, seat, 1)).toEqual({ x: ax + 0.5, y: ay + 0.5 });
      }
    }
  });

  test('the possible territory does not flip with who has moved last', () => {
    const lead = (cells: (turn: number, seat: number) => number, turn: number) =>
      Math.sign(cells(turn, 0) - cells(turn, 1));
    const flips = (cells: (turn: number, seat: number) => number) => {
      let count = 0;
      for (let turn = 1; turn <= replay.last && !replay.frames[turn]!.view.domains; turn++)
        if (lead(cells, turn) * lead(cells, turn - 1) < 0) count++;
      return count;
    };
    const nearer = flips((turn, seat) => replay.frames[turn]!.view.nearer[seat]!.length);
    const settled = flips((turn, seat) => territory(replay.frames, turn, seat).length);
    expect(nearer).toBeGreaterThan(2); // the positions show it
    expect(settled).toBeLessThanOrEqual(nearer / 2);
  });

  test('a token is found before its cell, and its tooltip has the reachable cells', () => {
    const model = board.state(replay.frames, 0);
    expect(board.hitTest(model, 0.5, 0.5)).toEqual({ key: 'token 0', cell: [0, 0], seat: 0 });
    expect(board.hitTest(model, 1.2, 0.9)?.key).toBe('cell 1 0');
    expect(board.describe(model, board.hitTest(model, 0.5, 0.5)!).rows).toContainEqual([
      'can reach',
      '10 cells',
    ]);
  });

  test('the tooltip of a cell has its walls', () => {
    const model = board.state(replay.frames, 1);
    expect(board.describe(model, board.hitTest(model, 2.5, 0.5)!).rows).toContainEqual([
      'lower wall',
      'seat 0, turn 1',
    ]);
  });

  test('the parting of the tokens is marked', () => {
    expect(board.marks(replay.frames, 28)[0]?.text).toBe('separates the tokens: domains of 5 and 42 cells');
  });
});
