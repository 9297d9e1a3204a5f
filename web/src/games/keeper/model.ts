import type { Frame, GameEvent } from '../../replay/model';
import { mix, playEvents, stepCount } from '../board/motion';

export type Cell = [number, number];

/** What never changes in a match of keeper. */
export interface Scene {
  width: number;
  height: number;
  turn_limit: number;
  max_health: number;
  sight: number;
  obstacles: Cell[];
  monsters: MonsterType[];
  weapons: { name: string; damage: number }[];
}

export interface MonsterType {
  name: string;
  health: number;
  view: number;
  attack: number;
  damage: number;
}

export interface Hero {
  cell: Cell;
  health: number;
  score: number;
  charges: number[]; // hammer, scythe, bow
}

export interface Item {
  item: string;
  cell: Cell;
}

export interface Monster {
  id: number;
  kind: string;
  cell: Cell;
  health: number;
}

export interface View {
  turn: number;
  hero: Hero;
  items: Item[];
  monsters: Monster[];
  fog: string[]; // '.' in the last input, '-' in an earlier one, '#' in none
  reason?: string;
  events: Event[] | null;
}

export type Event = GameEvent &
  (
    | { type: 'message'; seat: number; text: string }
    | { type: 'fault'; seat: number; kind: string; line?: string; why: string }
    | { type: 'wait'; target: Cell; note?: string }
    | { type: 'move'; from: Cell; to: Cell; note?: string }
    | { type: 'take'; item: string; cell: Cell; gain: number }
    | { type: 'attack'; weapon: string; from: Cell; target: Cell; cells: Cell[]; note?: string }
    | { type: 'hit'; monster: number; kind: string; cell: Cell; damage: number; health: number }
    | { type: 'kill'; monster: number; kind: string; cell: Cell; score: number }
    | { type: 'monster_move'; monster: number; kind: string; from: Cell; to: Cell }
    | { type: 'monster_attack'; monster: number; kind: string; from: Cell; to: Cell; damage: number }
    | { type: 'damage'; cell: Cell; damage: number; health: number }
    | { type: 'end'; reason: string; score: number }
  );

/** What draw needs for one turn: the position before it, after it, and what happened between. */
export interface Model {
  before: View;
  after: View;
  events: Event[];
  steps: number;
  scores: number[]; // of every turn up to this one
}

/** A position at any moment of a turn; the hero and the monsters may be between two cells. */
export interface Stage {
  hero: Hero & { x: number; y: number };
  monsters: (Monster & { x: number; y: number; alpha: number })[];
  items: (Item & { alpha: number })[];
}

export const CHARGED = ['hammer', 'scythe', 'bow']; // the order of charges

export function viewOf(frames: readonly Frame[], turn: number): View {
  return frames[turn]!.view as unknown as View;
}

export function modelOf(frames: readonly Frame[], turn: number): Model {
  const after = viewOf(frames, turn);
  const events = after.events ?? [];
  const scores = Array.from({ length: turn + 1 }, (_, i) => viewOf(frames, i).hero.score);
  return { before: viewOf(frames, Math.max(0, turn - 1)), after, events, steps: stepCount(events), scores };
}

/** The position at t. At 1 it is the view after the turn, whatever the events say. */
export function stageAt(model: Model, t: number): Stage {
  if (t >= 1) return stageOf(model.after);
  return playEvents(stageOf(model.before), model, t, play);
}

function stageOf(view: View): Stage {
  const { hero } = view;
  return {
    hero: { ...hero, charges: [...hero.charges], x: hero.cell[0], y: hero.cell[1] },
    monsters: view.monsters.map((m) => ({ ...m, x: m.cell[0], y: m.cell[1], alpha: 1 })),
    items: view.items.map((i) => ({ ...i, alpha: 1 })),
  };
}

/** Carries an event out as far as its share. */
export function play(stage: Stage, event: Event, share: number): void {
  const { hero } = stage;
  switch (event.type) {
    case 'move':
      hero.cell = event.to;
      hero.x = mix(event.from[0], event.to[0], share);
      hero.y = mix(event.from[1], event.to[1], share);
      break;
    case 'take': {
      const item = stage.items.find((i) => i.item === event.item && same(i.cell, event.cell));
      if (item) item.alpha = 1 - share;
      if (share === 1) gain(hero, event.item, event.gain);
      break;
    }
    case 'attack': {
      const i = CHARGED.indexOf(event.weapon);
      if (i >= 0) hero.charges[i] = hero.charges[i]! - 1;
      break;
    }
    case 'hit': {
      const monster = stage.monsters.find((m) => m.id === event.monster);
      if (monster) monster.health = mix(monster.health, Math.max(0, event.health), share);
      break;
    }
    case 'kill': {
      const monster = stage.monsters.find((m) => m.id === event.monster);
      if (monster) monster.alpha = 1 - share;
      if (share === 1) hero.score += event.score;
      break;
    }
    case 'monster_move': {
      const monster = stage.monsters.find((m) => m.id === event.monster);
      if (!monster) break;
      monster.cell = event.to;
      monster.x = mix(event.from[0], event.to[0], share);
      monster.y = mix(event.from[1], event.to[1], share);
      break;
    }
    case 'damage':
      hero.health = mix(hero.health, event.health, share);
      if (share === 1) hero.score -= event.damage;
      break;
    case 'end':
      if (share === 1) hero.score = event.score;
  }
}

function gain(hero: Hero, item: string, amount: number): void {
  const weapon = CHARGED.findIndex((w) => item === `${w} charge`);
  if (weapon >= 0) hero.charges[weapon] = hero.charges[weapon]! + amount;
  else if (item === 'potion') hero.health += amount;
  else hero.score += amount;
}

/** The cells at most so many steps away, diagonals counting as one, that lie in the maze. */
export function around(
  scene: Scene,
  [x, y]: Cell,
  range: number,
): { x: number; y: number; w: number; h: number } {
  const left = Math.max(0, x - range);
  const top = Math.max(0, y - range);
  const right = Math.min(scene.width, x + range + 1);
  const bottom = Math.min(scene.height, y + range + 1);
  return { x: left, y: top, w: right - left, h: bottom - top };
}

export function same(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
