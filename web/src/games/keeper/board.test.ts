import { describe, expect, test } from 'vitest';
import { fixture } from '../../testing';
import type { Look } from '../renderer';
import keeper, { type KeeperBoard, veil } from '.';
import { type Model, play, type Scene, stageAt, type View } from './model';

const replay = fixture('keeper');
const scene = replay.scene as Scene;
const board = keeper.load(replay.header!, scene) as KeeperBoard;
const turns = replay.frames.map((_, turn) => turn);
const look = { options: { fog: true, memory: true }, seat: null, hover: null } as unknown as Look;

describe('a turn', () => {
  test('starts and ends at the positions of the views', () => {
    for (const turn of turns) {
      const model = board.state(replay.frames, turn);
      expect(cells(stageAt(model, 0))).toEqual(cellsOf(turn === 0 ? model.after : model.before));
      expect(cells(stageAt(model, 1))).toEqual(cellsOf(model.after));
    }
  });

  test('its events, carried out in order, give the view after it', () => {
    for (const turn of turns.slice(1)) {
      const model = board.state(replay.frames, turn);
      const stage = stageAt(model, 0);
      for (const event of model.events) play(stage, event, 1);
      const { hero, monsters, items } = model.after;
      expect({ turn, ...heroOf(stage.hero) }).toEqual({ turn, ...heroOf(hero) });
      expect(stage.items.filter((i) => i.alpha > 0).map(({ item, cell }) => ({ item, cell }))).toEqual(items);
      const living = stage.monsters.filter((m) => m.alpha > 0);
      expect(living.map(({ id, kind, cell, health }) => ({ id, kind, cell, health }))).toEqual(monsters);
    }
  });

  test('shows a step half way', () => {
    const model = made({ events: [{ type: 'move', step: 0, from: [1, 1], to: [2, 1] }] });
    expect(stageAt(model, 0.5).hero).toMatchObject({ x: 1.5, y: 1 });
  });

  test('shows the monsters one after the other', () => {
    const model = made({
      events: [
        { type: 'monster_move', step: 0, monster: 7, kind: 'vampire', from: [5, 5], to: [4, 5] },
        { type: 'monster_move', step: 1, monster: 8, kind: 'gargoyle', from: [9, 9], to: [9, 8] },
      ],
    });
    expect(stageAt(model, 0.5).monsters).toMatchObject([{ x: 4 }, { y: 9 }]);
  });
});

test('a monster is found on its cell and described with all it can do', () => {
  const model = made({});
  const entity = board.hitTest(model, 5.9, 5.1, look);
  expect(entity).toMatchObject({ key: 'monster 7' });
  expect(board.describe(model, entity!)).toEqual({
    title: 'vampire',
    rows: [
      ['cell', '5 5'],
      ['id', '7'],
      ['health', '4 of 10'],
      ['view range', '3 cells'],
      ['attack range', '1 cell'],
      ['damage', '3'],
      ['score of the kill', '10'],
      ['shown to the bot', 'never'],
    ],
  });
});

test('what the hero never saw is not found through his eyes', () => {
  expect(board.hitTest(made({}), 5, 5, { ...look, seat: 0 })).toBeNull();
  expect(board.hitTest(made({}), 1, 1, { ...look, seat: 0 })).toMatchObject({ key: 'hero' });
});

test('memory is an option, and a spectator sees through all fog', () => {
  expect(veil('.', true, true)).toBe(0);
  expect(veil('-', true, true)).toBeLessThan(1);
  expect(veil('-', true, false)).toBe(1);
  expect(veil('#', true, true)).toBe(1);
  expect(veil('#', false, true)).toBeLessThan(1);
});

test('every event is said in words, and kills and items are marked', () => {
  const marked = turns.flatMap((turn) => board.marks(replay.frames, turn));
  for (const frame of replay.frames) {
    for (const event of frame.view.events ?? [])
      expect(board.describeEvent(event)).not.toMatch(/undefined|NaN/);
  }
  expect(new Set(marked.map((m) => m.kind))).toContain('kill');
  expect(new Set(marked.map((m) => m.kind))).toContain('score');
});

test('the plots follow the score and the health', () => {
  const { hero } = replay.frames[replay.last]!.view as unknown as View;
  expect(board.series.map((s) => s.value(replay.frames, replay.last))).toEqual([hero.score, hero.health]);
  expect(board.standing(replay.frames, replay.last).score).toBe(hero.score);
});

function made(turn: { events?: Model['events'] }): Model {
  const view: View = {
    turn: 1,
    hero: { cell: [1, 1], health: 20, score: 0, charges: [5, 5, 5] },
    items: [],
    monsters: [
      { id: 7, kind: 'vampire', cell: [5, 5], health: 4 },
      { id: 8, kind: 'gargoyle', cell: [9, 9], health: 14 },
    ],
    fog: Array.from({ length: 12 }, () => '#'.repeat(16)),
    events: [],
  };
  const events = turn.events ?? [];
  return {
    before: view,
    after: view,
    events,
    steps: 1 + Math.max(0, ...events.map((e) => e.step)),
    scores: [0, 0],
  };
}

function cells(stage: ReturnType<typeof stageAt>) {
  return [[stage.hero.x, stage.hero.y], ...stage.monsters.map((m) => [m.x, m.y])];
}

function cellsOf(view: View) {
  return [view.hero.cell, ...view.monsters.map((m) => m.cell)];
}

function heroOf({ cell, health, score, charges }: View['hero']) {
  return { cell, health, score, charges };
}
