import type { Frame, GameEvent } from '../../replay/model';
import { stepCount } from '../board/motion';

export type Cell = [number, number];

/** What never changes in a match of heropath: the test. */
export interface Scene {
  num_turns: number;
  width: number;
  height: number;
  start: Cell;
  monsters: Monster[];
}

export interface Monster {
  x: number;
  y: number;
  hp: number;
  gold: number;
  exp: number;
  range: number;
  attack: number;
}

export interface Hero {
  x: number;
  y: number;
  level: number;
  exp: number;
  gold: number;
  fatigue: number;
  speed: number;
  power: number;
  range: number;
  next_level: number;
  kills: number;
}

/** What one turn changed; whatever of the hero is absent is as before. */
export interface View extends Partial<Hero> {
  turn: number;
  moves?: number;
  monsters?: [id: number, hp: number][];
  score: number;
  reason?: string;
  events: Event[] | null;
}

export type Event = GameEvent &
  (
    | { type: 'move'; from: Cell; to: Cell }
    | { type: 'attack'; from: Cell; to: Cell; monster: number; damage: number; hp: number }
    | { type: 'message'; at: Cell; text: string }
    | { type: 'kill'; at: Cell; monster: number; gold: number; lost: number; exp: number }
    | { type: 'level'; at: Cell; level: number; speed: number; power: number; range: number }
    | { type: 'hit'; from: Cell; to: Cell; monster: number; damage: number }
    | { type: 'fault'; at: Cell; to?: Cell; kind: string; reason: string; line: string; why: string }
  );

/** What draw needs for one turn. */
export interface Model {
  turn: number;
  before: Hero;
  after: Hero;
  health: Float64Array; // of every monster after the turn, 0 for dead
  struck: { id: number; before: number; after: number } | null; // the attacked monster's health
  trail: readonly Hero[]; // of every turn before this one
  events: Event[];
  steps: number;
}

export function viewOf(frames: readonly Frame[], turn: number): View {
  return frames[turn]!.view as unknown as View;
}

const EVERY = 64; // turns between two keyframes

const FIELDS = [
  ...['x', 'y', 'level', 'exp', 'gold', 'fatigue'],
  ...['speed', 'power', 'range', 'next_level', 'kills'],
] as (keyof Hero)[];

/**
 * A History turns the changes of the views into positions: it keeps the hero of every turn, and the health of all
 * monsters in every 64th, so that any turn is found without going through the match again.
 */
export class History {
  private heroes: Hero[] = [];
  private keyframes: Float64Array[] = [];
  private newest: Float64Array;

  constructor(monsters: readonly Monster[]) {
    this.newest = Float64Array.from(monsters, (m) => m.hp);
  }

  hero(frames: readonly Frame[], turn: number): Hero {
    this.read(frames, turn);
    return this.heroes[turn]!;
  }

  /** The health of every monster after a turn. */
  health(frames: readonly Frame[], turn: number): Float64Array {
    this.read(frames, turn);
    const key = Math.floor(turn / EVERY);
    const health = this.keyframes[key]!.slice();
    for (let i = key * EVERY + 1; i <= turn; i++) strike(health, viewOf(frames, i));
    return health;
  }

  model(frames: readonly Frame[], turn: number): Model {
    const view = viewOf(frames, turn);
    const last = Math.max(0, turn - 1);
    const events = view.events ?? [];
    const health = this.health(frames, turn);
    const [id, after] = view.monsters?.[0] ?? [];
    const hit = events.find((e) => e.type === 'attack');
    const struck =
      id === undefined || after === undefined || hit === undefined
        ? null
        : { id, before: this.health(frames, last)[id]!, after: Math.max(0, after) };
    return {
      ...{ turn, before: this.hero(frames, last), after: this.hero(frames, turn), health, struck },
      ...{ trail: this.heroes.slice(0, turn), events, steps: stepCount(events) },
    };
  }

  /** Reads the views up to a turn that are not read yet. */
  private read(frames: readonly Frame[], turn: number): void {
    for (let i = this.heroes.length; i <= turn; i++) {
      const view = viewOf(frames, i);
      this.heroes.push(heroAfter(this.heroes[i - 1], view));
      strike(this.newest, view);
      if (i % EVERY === 0) this.keyframes.push(this.newest.slice());
    }
  }
}

function heroAfter(before: Hero | undefined, view: View): Hero {
  const hero = { ...before } as Hero;
  for (const field of FIELDS) hero[field] = view[field] ?? before?.[field] ?? 0;
  return hero;
}

function strike(health: Float64Array, view: View): void {
  for (const [id, hp] of view.monsters ?? []) health[id] = Math.max(0, hp);
}
