import type { Frame } from '../../replay/model';
import { type Cell, type Point, type Rect, same } from '../board/cell';
import { arc, mix, playEvents } from '../board/motion';
import { type Turn, turnOf } from '../board/turn';
import type { Event, HeroView, ItemView, MonsterView, Scene, View } from './types.gen';

/** What the board draws of one turn. */
export interface Model extends Turn<View> {
  scores: number[]; // of every turn up to this one
}

/** What motion adds to a figure: how far it is off the ground, in cells, and how far a hit flashes, 0 to 1. */
interface Motion extends Point {
  hop: number;
  hurt: number;
}

export type MonsterPose = MonsterView & Motion & { alpha: number };

/** A position at any moment of a turn: the hero and the monsters may be between two cells. */
export interface Pose {
  hero: HeroView & Motion;
  monsters: MonsterPose[];
  items: (ItemView & { alpha: number })[];
}

const STILL = { hop: 0, hurt: 0 };
const HOP = 0.12; // cells

export const CHARGED = ['hammer', 'scythe', 'bow']; // the order of charges

export function modelOf(frames: readonly Frame<View>[], turn: number): Model {
  const scores = frames.slice(0, turn + 1).map((frame) => frame.view.hero.score);
  return { ...turnOf(frames, turn), scores };
}

/** The pose at t. At 1 it is the view after the turn, regardless of the events. */
export function poseAt(model: Model, t: number): Pose {
  if (t >= 1) return poseOf(model.after);
  return playEvents(poseOf(model.before), model, t, play);
}

function poseOf(view: View): Pose {
  const { hero } = view;
  return {
    hero: { ...hero, charges: [...hero.charges], x: hero.cell[0], y: hero.cell[1], ...STILL },
    monsters: view.monsters.map((m) => ({ ...m, x: m.cell[0], y: m.cell[1], ...STILL, alpha: 1 })),
    items: view.items.map((i) => ({ ...i, alpha: 1 })),
  };
}

/** Applies a share of an event. */
export function play(pose: Pose, event: Event, share: number): void {
  const { hero } = pose;
  switch (event.type) {
    case 'move':
      hero.cell = event.to;
      hero.x = mix(event.from[0], event.to[0], share);
      hero.y = mix(event.from[1], event.to[1], share);
      hero.hop = arc(share) * HOP;
      break;
    case 'take': {
      const item = pose.items.find((i) => i.item === event.item && same(i.cell, event.cell));
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
      const monster = pose.monsters.find((m) => m.id === event.monster);
      if (!monster) break;
      monster.health = mix(monster.health, Math.max(0, event.health), share);
      monster.hurt = arc(share);
      break;
    }
    case 'kill': {
      const monster = pose.monsters.find((m) => m.id === event.monster);
      if (monster) monster.alpha = 1 - share;
      if (share === 1) hero.score += event.score;
      break;
    }
    case 'monster_move': {
      const monster = pose.monsters.find((m) => m.id === event.monster);
      if (!monster) break;
      monster.cell = event.to;
      monster.x = mix(event.from[0], event.to[0], share);
      monster.y = mix(event.from[1], event.to[1], share);
      monster.hop = arc(share) * HOP;
      break;
    }
    case 'damage':
      hero.health = mix(hero.health, event.health, share);
      hero.hurt = arc(share);
      if (share === 1) hero.score -= event.damage;
      break;
    case 'end':
      if (share === 1) hero.score = event.score;
  }
}

function gain(hero: HeroView, item: string, amount: number): void {
  const weapon = CHARGED.findIndex((w) => item === `${w} charge`);
  if (weapon >= 0) hero.charges[weapon] = hero.charges[weapon]! + amount;
  else if (item === 'potion') hero.health += amount;
  else hero.score += amount;
}

/** The cells of the maze within a number of steps, of which a diagonal is one. */
export function around(scene: Scene, [x, y]: Cell, range: number): Rect {
  const left = Math.max(0, x - range);
  const top = Math.max(0, y - range);
  const right = Math.min(scene.width, x + range + 1);
  const bottom = Math.min(scene.height, y + range + 1);
  return { x: left, y: top, w: right - left, h: bottom - top };
}
