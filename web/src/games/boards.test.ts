import { describe, expect, test } from 'vitest';
import { fixture } from '../testing';
import ctf from './ctf';
import domain from './domain';
import type { Look, Renderer } from './renderer';

const look = { options: {}, seat: null, hover: null } as unknown as Look;

describe.each([
  ['domain', domain as Renderer],
  ['ctf', ctf as Renderer],
])('every turn of %s', (game, renderer) => {
  const replay = fixture(game);
  const board = renderer.load(replay.header!, replay.scene);

  test('each event has a description', () => {
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

  test('an answer is shown on the position before it', () => {
    for (const frame of replay.frames.slice(1)) {
      const before = replay.frames[frame.turn - 1]!.view;
      frame.seats.forEach((seat, i) => {
        if (!seat.answer || seat.fault) return;
        const hints = board.answer!(before, seat.answer.join('\n'), i);
        expect(hints.length).toBeGreaterThan(0);
        for (const hint of hints) expect(hint.at.some(Number.isNaN)).toBe(false);
      });
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
