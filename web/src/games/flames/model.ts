import type { Frame, GameEvent } from '../../replay/model';
import { mix, playEvents, stepCount } from '../board/motion';
import type { Rect } from '../renderer';

export type Cell = [number, number];

/** What never changes in a match of flames. */
export interface Scene {
  height: number;
  width: number;
  arena: string[];
  start: Cell;
  hp: number;
  ap: number;
  jumps: number;
  first_cycle: number;
  waves: (Cell[] | null)[] | null; // glyphs of the cycles from first_cycle on
}

export interface View {
  turn: number;
  pos: Cell;
  hp: number;
  ap: number;
  jumps_left: number;
  cycle: number;
  status: 'playing' | 'won' | 'dead' | 'illegal' | 'timeout';
  cause?: string;
  done: number;
  flames: Cell[];
  glyphs: Cell[];
  toward: Cell[]; // where each flame would step
  events: Event[] | null;
}

interface Paid {
  action: string;
  from: Cell;
  to: Cell;
  hp: number;
  ap: number;
  jumps_left: number;
}

export type Event = GameEvent &
  (
    | ({ type: 'move' | 'jump' | 'pass' } & Paid)
    | ({ type: 'immo'; target: Cell } & Paid)
    | { type: 'extinguish'; at: Cell; hp: number }
    | { type: 'push' | 'attract'; from: Cell; to: Cell }
    | { type: 'blocked' | 'stay'; from: Cell; to: Cell; by: Cell; what: string }
    | { type: 'convert'; at: Cell }
    | { type: 'disappear'; at: Cell; by: string }
    | { type: 'cycle'; cycle: number; hp: number; lost: number }
    | { type: 'glyph'; at: Cell }
    | { type: 'victory'; at: Cell; hp: number }
    | { type: 'death'; at: Cell; hp: number; cause: string; by?: Cell }
    | { type: 'fault'; seat: number; kind: string; line: string; why: string }
  );

/** What draw needs for one turn: the position before it, after it, and what happened between. */
export interface Model {
  before: View;
  after: View;
  events: Event[];
  steps: number;
}

export interface Flame {
  cell: Cell;
  x: number;
  y: number;
  size: number; // 1 is grown, 0 is out
}

export interface Glyph {
  cell: Cell;
  alpha: number;
  tight: number; // 0 to 1: how far the ring has closed to become a flame
}

/** A position at any moment of a turn; the character and flames may be between two cells. */
export interface Stage {
  x: number;
  y: number;
  lift: number; // how high a jump is, 0 to 1
  hp: number;
  ap: number;
  jumps: number;
  cycle: number;
  flames: Flame[];
  glyphs: Glyph[];
}

export function viewOf(frames: readonly Frame[], turn: number): View {
  return frames[turn]!.view as unknown as View;
}

export function modelOf(frames: readonly Frame[], turn: number): Model {
  const after = viewOf(frames, turn);
  const events = after.events ?? [];
  return { before: viewOf(frames, Math.max(0, turn - 1)), after, events, steps: stepCount(events) };
}

/** The position at t. At 1 it is the view after the turn, whatever the events say. */
export function stageAt(model: Model, t: number): Stage {
  if (t >= 1) return stageOf(model.after);
  return playEvents(stageOf(model.before), model, t, play);
}

function stageOf(view: View): Stage {
  const [x, y] = view.pos;
  return {
    ...{ x, y, lift: 0, hp: view.hp, ap: view.ap, jumps: view.jumps_left, cycle: view.cycle },
    flames: view.flames.map((cell) => ({ cell, x: cell[0], y: cell[1], size: 1 })),
    glyphs: view.glyphs.map((cell) => ({ cell, alpha: 1, tight: 0 })),
  };
}

/** Carries an event out as far as its share. A flame is found by the cell that the events before it left it on. */
export function play(stage: Stage, event: Event, share: number): void {
  switch (event.type) {
    case 'move':
    case 'jump':
    case 'immo':
    case 'pass':
      stage.x = mix(event.from[0], event.to[0], share);
      stage.y = mix(event.from[1], event.to[1], share);
      stage.lift = event.type === 'jump' ? 4 * share * (1 - share) : 0;
      stage.hp = event.hp;
      stage.ap = event.ap;
      stage.jumps = event.jumps_left;
      break;
    case 'extinguish': {
      const flame = flameOn(stage, event.at);
      if (flame) flame.size = 1 - share;
      stage.flames = stage.flames.filter((f) => f.size > 0);
      if (share === 1) stage.hp = event.hp;
      break;
    }
    case 'push':
    case 'attract': {
      const flame = flameOn(stage, event.from);
      if (!flame) break;
      flame.cell = event.to;
      flame.x = mix(event.from[0], event.to[0], share);
      flame.y = mix(event.from[1], event.to[1], share);
      break;
    }
    case 'convert':
      leave(stage, event.at, share);
      stage.flames.push({ cell: event.at, x: event.at[0], y: event.at[1], size: share });
      break;
    case 'disappear':
      leave(stage, event.at, share);
      break;
    case 'cycle':
      stage.cycle = event.cycle;
      stage.hp = event.hp;
      break;
    case 'glyph':
      stage.glyphs.push({ cell: event.at, alpha: share, tight: 0 });
      break;
    case 'victory':
    case 'death':
      stage.hp = event.hp;
  }
}

/** A glyph closes its ring and is gone. */
function leave(stage: Stage, at: Cell, share: number): void {
  const glyph = stage.glyphs.find((g) => same(g.cell, at));
  if (!glyph) return;
  glyph.tight = share;
  glyph.alpha = 1 - share;
  stage.glyphs = stage.glyphs.filter((g) => g.alpha > 0);
}

function flameOn(stage: Stage, cell: Cell): Flame | undefined {
  return stage.flames.find((f) => same(f.cell, cell));
}

export function same(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

export function isOpen(scene: Scene, x: number, y: number): boolean {
  const symbol = scene.arena[y]?.[x];
  return symbol !== undefined && symbol !== '#';
}

/** The smallest rectangle that holds every open cell. */
export function openRect({ arena, width, height }: Scene): Rect {
  const rows = arena.flatMap((row, y) => (/[^#]/.test(row) ? [y] : []));
  const columns = arena.flatMap((row) => [...row].flatMap((symbol, x) => (symbol === '#' ? [] : [x])));
  if (rows.length === 0) return { x: 0, y: 0, w: width, h: height };
  const x = columns.reduce((a, b) => Math.min(a, b));
  const y = rows[0]!;
  return { x, y, w: columns.reduce((a, b) => Math.max(a, b)) - x + 1, h: rows[rows.length - 1]! - y + 1 };
}
