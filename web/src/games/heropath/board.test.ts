import { describe, expect, test } from 'vitest';
import { Camera } from '../../player/camera';
import type { Frame } from '../../replay/model';
import { fixtureOf } from '../../testing';
import type { Look } from '../renderer';
import { HeroPathBoard } from './board';
import { mapLeft } from './corner';
import { CLASSES, dotRadius, dotsOf } from './dots';
import { History, heroAt } from './model';
import type { Monster, Scene, View } from './types.gen';
import { gridStep, inSight, zoomed } from './viewport';

const replay = fixtureOf<Scene, View>('heropath');
const { scene } = replay;
const board = new HeroPathBoard(scene);
const turns = replay.frames.map((_, turn) => turn);
const camera = new Camera(board.bounds);
camera.resize(800, 500);
const look = { options: {}, seat: null, hover: null, scale: camera.scale } as unknown as Look;

const rat: Monster = { x: 5, y: 5, hp: 10, gold: 20, exp: 3, range: 2, attack: 1 };

describe('the history', () => {
  test('finds every turn in any order as in the order of play', () => {
    const inOrder = new History(scene.monsters);
    const played = turns.map((turn) => plain(inOrder, turn));
    const backwards = new History(scene.monsters);
    for (const turn of turns.toReversed()) expect(plain(backwards, turn)).toEqual(played[turn]);
  });

  test('keeps what a view does not mention, also over the keyframes', () => {
    const frames = long(200);
    const history = new History([rat, rat]);
    expect(history.hero(frames, 199)).toMatchObject({ x: 199, y: 7, gold: 0 });
    for (const turn of [199, 63, 64, 65, 128, 0]) {
      expect([...history.health(frames, turn)]).toEqual([10, 1000 - turn]);
    }
    expect(history.model(frames, 150).struck).toEqual({ id: 1, before: 851, after: 850 });
  });

  test('knows the same hero as the events', () => {
    for (const turn of turns) {
      const { after, events, health } = board.state(replay.frames, turn);
      for (const event of events) {
        if (event.type === 'move') expect([after.x, after.y]).toEqual(event.to);
        if (event.type === 'attack') expect(health[event.monster]).toBe(Math.max(0, event.hp));
        if (event.type === 'level') expect(after).toMatchObject({ level: event.level, speed: event.speed });
      }
      expect(after.gold).toBe(replay.frames[turn]!.view.score);
    }
  });
});

test('a small screen opens with half of a world, and with a quarter of one with many monsters', () => {
  const longer = Math.max(scene.width, scene.height);
  expect(board.near).toBe(longer / 2);
  const crowd = Array.from({ length: 1000 }, () => rat);
  expect(new HeroPathBoard({ ...scene, monsters: crowd }).near).toBe(longer / 4);
});

test('the overview map goes to the left while the hero is where it lies', () => {
  const [right, top] = [208, 260];
  expect(mapLeft(right, top, { x: 195, y: 195 })).toBe(right);
  expect(mapLeft(right, top, { x: 370, y: 100 })).toBe(right);
  expect(mapLeft(right, top, { x: 20, y: 380 })).toBe(right);
  expect(mapLeft(right, top, { x: 370, y: 380 })).toBeLessThan(20);
  expect(mapLeft(right, top, { x: right - 5, y: top - 5 })).toBeLessThan(20); // his token reaches into it
});

test('the hero goes from where he was to where he is', () => {
  for (const turn of turns.slice(1)) {
    const model = board.state(replay.frames, turn);
    expect(heroAt(model, 0)).toEqual({ x: model.before.x + 0.5, y: model.before.y + 0.5 });
    expect(heroAt(model, 1)).toEqual({ x: model.after.x + 0.5, y: model.after.y + 0.5 });
  }
});

test('a living monster is found and described; a dead one is not', () => {
  const model = board.state(replay.frames, 0);
  const id = scene.monsters.findIndex((m) => Math.hypot(m.x - model.after.x, m.y - model.after.y) > 20);
  const { x, y, hp, gold, range } = scene.monsters[id]!;
  const entity = board.hitTest(model, x + 0.5, y + 0.5, look)!;
  const { title, rows } = board.describe(model, { key: '', monster: id } as typeof entity);
  expect(entity.key).toMatch(/^monster /);
  expect(title).toBe(`monster ${id}`);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['position', `${x} ${y}`],
      ['health', `${hp.toLocaleString('en-US')} of ${hp.toLocaleString('en-US')}`],
      ['gold', gold.toLocaleString('en-US')],
      ['range', range.toLocaleString('en-US')],
    ]),
  );
  const dead = { ...model, health: new Float64Array(scene.monsters.length) };
  expect(board.hitTest(dead, x + 0.5, y + 0.5, look)).toBeNull();
  expect(board.hitTest(dead, model.after.x + 0.5, model.after.y + 0.5, look)).toEqual({ key: 'hero' });
});

test('size shows health, and the class gold per health', () => {
  const dots = dotsOf([rat, { ...rat, hp: 1000 }, { ...rat, gold: 400 }]);
  expect(dots.map((d) => d.size)).toEqual([0, 1, 0]);
  expect(dots.map((d) => d.class)).toEqual([2, 0, CLASSES - 1]);
  expect(dotRadius(dots[1]!, 10)).toBe(10);
  expect(dotRadius(dots[0]!, 10)).toBe(4.5);
  expect(dotsOf([])).toEqual([]);
});

test('only what is on the screen is drawn', () => {
  const visible = { x: 10, y: 10, w: 5, h: 5 };
  expect(inSight(visible, 9, 12, 1)).toBe(true);
  expect(inSight(visible, 8.9, 12, 1)).toBe(false);
  expect(inSight(visible, 12, 17, 1)).toBe(false);
});

test.each([
  [3, 1],
  [20, 2],
  [50, 10],
  [390, 50],
  [1000, 100],
  [1e9, 1e8],
])('a world of %d has a line every %d', (wide, step) => {
  expect(gridStep(wide)).toBe(step);
});

test('the small map comes when less than half of the world is shown', () => {
  const bounds = { x: 0, y: 0, w: 100, h: 100 };
  expect(zoomed(bounds, { x: -50, y: -50, w: 200, h: 200 })).toBe(false);
  expect(zoomed(bounds, { x: 0, y: 0, w: 60, h: 60 })).toBe(true);
});

test('every event has a description', () => {
  for (const frame of replay.frames) {
    for (const event of frame.view.events) expect(board.describeEvent(event)).not.toMatch(/undefined|NaN/);
  }
});

test('the plots follow gold, fatigue and level; a level is marked', () => {
  const hero = board.state(replay.frames, replay.last).after;
  const values = board.series.map((s) => s.value(replay.frames, replay.last));
  expect(values).toEqual([hero.gold, hero.fatigue, hero.level]);
  const level = { type: 'level', step: 1, at: [1, 1], level: 2, speed: 7, power: 60, range: 9 };
  const frames = [{ view: { events: [level] } }] as unknown as Frame<View>[];
  expect(board.marks(frames, 0)).toEqual([{ kind: 'capture', text: 'level 2: speed 7, power 60, range 9' }]);
});

function plain(history: History, turn: number) {
  return { hero: history.hero(replay.frames, turn), health: [...history.health(replay.frames, turn)] };
}

/** A match in which the hero walks east while the second monster loses one health a turn. */
function long(count: number): Frame<View>[] {
  return Array.from({ length: count }, (_, turn) => {
    const struck = { type: 'attack', step: 0, monster: 1, hp: 1000 - turn };
    const view = turn === 0 ? { y: 7, monsters: [[1, 1000]] } : { x: turn, monsters: [[1, 1000 - turn]] };
    return {
      turn,
      seats: [],
      digest: '',
      view: { turn, ...view, events: [struck] },
    } as unknown as Frame<View>;
  });
}
