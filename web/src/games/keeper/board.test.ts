import { describe, expect, test } from 'vitest';
import { fixtureOf } from '../../testing';
import type { Look } from '../renderer';
import { fogAlpha, KeeperBoard } from './board';
import { type Model, type Pose, play, poseAt } from './model';
import type { Event, HeroView, Scene, View } from './types.gen';

const replay = fixtureOf<Scene, View>('keeper');
const { scene } = replay;
const board = new KeeperBoard(scene);
const turns = replay.frames.map((_, turn) => turn);
const look = { options: { fog: true, memory: true }, seat: null, hover: null } as unknown as Look;

describe('a turn', () => {
  test('starts and ends at the positions of the views', () => {
    for (const turn of turns) {
      const model = board.state(replay.frames, turn);
      expect(cells(poseAt(model, 0))).toEqual(cellsOf(turn === 0 ? model.after : model.before));
      expect(cells(poseAt(model, 1))).toEqual(cellsOf(model.after));
    }
  });

  test('its events, carried out in order, give the view after it', () => {
    for (const turn of turns.slice(1)) {
      const model = board.state(replay.frames, turn);
      const pose = poseAt(model, 0);
      for (const event of model.events) play(pose, event, 1);
      const { hero, monsters, items } = model.after;
      expect({ turn, ...heroOf(pose.hero) }).toEqual({ turn, ...heroOf(hero) });
      expect(pose.items.filter((i) => i.alpha > 0).map(({ item, cell }) => ({ item, cell }))).toEqual(items);
      const living = pose.monsters.filter((m) => m.alpha > 0);
      expect(living.map(({ id, kind, cell, health }) => ({ id, kind, cell, health }))).toEqual(monsters);
    }
  });

  test('shows a step half way', () => {
    const model = made({ events: [{ type: 'move', step: 0, from: [1, 1], to: [2, 1] }] });
    expect(poseAt(model, 0.5).hero).toMatchObject({ x: 1.5, y: 1 });
  });

  test('shows the monsters one after the other', () => {
    const model = made({
      events: [
        { type: 'monster_move', step: 0, monster: 7, kind: 'vampire', from: [5, 5], to: [4, 5] },
        { type: 'monster_move', step: 1, monster: 8, kind: 'gargoyle', from: [9, 9], to: [9, 8] },
      ],
    });
    expect(poseAt(model, 0.5).monsters).toMatchObject([{ x: 4 }, { y: 9 }]);
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
      ['score for killing it', '10'],
      ['shown to the bot', 'never'],
    ],
  });
});

test('what the hero never saw is not found through his eyes', () => {
  expect(board.hitTest(made({}), 5, 5, { ...look, seat: 0 })).toBeNull();
  expect(board.hitTest(made({}), 1, 1, { ...look, seat: 0 })).toMatchObject({ key: 'hero' });
});

test('memory is an option, and a spectator sees through all fog', () => {
  expect(fogAlpha('.', true, true)).toBe(0);
  expect(fogAlpha('-', true, true)).toBeLessThan(1);
  expect(fogAlpha('-', true, false)).toBe(1);
  expect(fogAlpha('#', true, true)).toBe(1);
  expect(fogAlpha('#', false, true)).toBeLessThan(1);
});

test('every event has a description, and kills and items are marked', () => {
  const marked = turns.flatMap((turn) => board.marks(replay.frames, turn));
  for (const frame of replay.frames) {
    for (const event of frame.view.events) expect(board.describeEvent(event)).not.toMatch(/undefined|NaN/);
  }
  expect(new Set(marked.map((m) => m.kind))).toContain('kill');
  expect(new Set(marked.map((m) => m.kind))).toContain('score');
});

test('the plots follow the score and the health', () => {
  const { hero } = replay.frames[replay.last]!.view;
  expect(board.series.map((s) => s.value(replay.frames, replay.last))).toEqual([hero.score, hero.health]);
  expect(board.standing(replay.frames, replay.last).score).toBe(hero.score);
});

function made(turn: { events?: Event[] }): Model {
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

function cells(pose: Pose) {
  return [[pose.hero.x, pose.hero.y], ...pose.monsters.map((m) => [m.x, m.y])];
}

function cellsOf(view: View) {
  return [view.hero.cell, ...view.monsters.map((m) => m.cell)];
}

function heroOf({ cell, health, score, charges }: HeroView) {
  return { cell, health, score, charges };
}
