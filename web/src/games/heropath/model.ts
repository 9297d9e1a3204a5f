import { eventsOf, type Frame } from '../../replay/model';
import type { Point } from '../board/cell';
import { mix, progress, stepCount } from '../board/motion';
import type { Event, Monster, View } from './types.gen';

const FIELDS = [
  ...(['x', 'y', 'level', 'exp', 'gold', 'fatigue'] as const),
  ...(['speed', 'power', 'range', 'next_level', 'kills'] as const),
] as const satisfies readonly (keyof View)[];

/** The hero after a turn. A view has only those of the fields that changed. */
export type Hero = Record<(typeof FIELDS)[number], number>;

/** What the board draws of one turn. */
export interface Model {
  turn: number;
  before: Hero;
  after: Hero;
  health: Float64Array; // of every monster after the turn, 0 for dead
  struck: { id: number; before: number; after: number } | null; // health of the attacked monster
  trail: readonly Hero[]; // of every turn before this one
  events: readonly Event[];
  steps: number;
  won: boolean; // the match ends with a score
}

const EVERY = 64; // turns between two keyframes

/**
 * A History turns the changes in the views into positions. It keeps the hero of every turn, and a keyframe with the
 * health of all monsters every 64 turns, so that no turn takes a pass over the whole match.
 */
export class History {
  private heroes: Hero[] = [];
  private keyframes: Float64Array[] = [];
  private newest: Float64Array;

  constructor(monsters: readonly Monster[]) {
    this.newest = Float64Array.from(monsters, (m) => m.hp);
  }

  hero(frames: readonly Frame<View>[], turn: number): Hero {
    this.read(frames, turn);
    return this.heroes[turn]!;
  }

  /** The health of every monster after a turn. */
  health(frames: readonly Frame<View>[], turn: number): Float64Array {
    this.read(frames, turn);
    const key = Math.floor(turn / EVERY);
    const health = this.keyframes[key]!.slice();
    for (let i = key * EVERY + 1; i <= turn; i++) strike(health, frames[i]!.view);
    return health;
  }

  model(frames: readonly Frame<View>[], turn: number): Model {
    const { view } = frames[turn]!;
    const last = Math.max(0, turn - 1);
    const events = eventsOf(view);
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
      won: view.reason !== undefined && view.score > 0,
    };
  }

  /** Reads the views up to a turn that have not been read. */
  private read(frames: readonly Frame<View>[], turn: number): void {
    for (let i = this.heroes.length; i <= turn; i++) {
      const { view } = frames[i]!;
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

/** The middle of the cell where the hero is at t, or a point on his way. */
export function heroAt(model: Model, t: number): Point {
  const share = shareOf(model, 'move', t);
  const { before, after } = model;
  return { x: mix(before.x, after.x, share) + 0.5, y: mix(before.y, after.y, share) + 0.5 };
}

/** How far the event of a type has come at t; without one, 0 or, for the end of a turn without a move, 1. */
export function shareOf(model: Model, type: Event['type'], t: number): number {
  const event = model.events.find((e) => e.type === type);
  if (event) return progress(t, event.step, model.steps);
  return type === 'move' && t === 1 ? 1 : 0;
}
