import { type Cell, type Point, type Rect, same } from '../board/cell';
import { mix, playEvents } from '../board/motion';
import type { Turn } from '../board/turn';
import type { Event, GlyphEvent, Scene, View } from './types.gen';

export type Model = Turn<View>;

export interface Flame extends Point {
  cell: Cell;
  size: number; // 1 is grown, 0 is out
}

export interface Glyph {
  cell: Cell;
  alpha: number;
  tight: number; // 0 to 1: how far the ring has closed to become a flame
}

/** A position at any moment of a turn: character and flames may be between two cells. */
export interface Pose extends Point {
  lift: number; // how high a jump is, 0 to 1
  hp: number;
  ap: number;
  jumps: number;
  cycle: number;
  status: string;
  flames: Flame[];
  glyphs: Glyph[];
}

/** The pose at t. At 1 it is the view after the turn, regardless of the events. */
export function poseAt(model: Model, t: number): Pose {
  if (t >= 1) return poseOf(model.after);
  return playEvents(poseOf(model.before), model, t, play);
}

function poseOf(view: View): Pose {
  const [x, y] = view.pos;
  return {
    ...{ x, y, lift: 0, hp: view.hp, ap: view.ap, jumps: view.jumps_left, cycle: view.cycle },
    status: view.status,
    flames: view.flames.map((cell) => ({ cell, x: cell[0], y: cell[1], size: 1 })),
    glyphs: view.glyphs.map((cell) => ({ cell, alpha: 1, tight: 0 })),
  };
}

/** Applies a share of an event. A flame is found by the cell on which the events before it left it. */
export function play(pose: Pose, event: Event, share: number): void {
  switch (event.type) {
    case 'move':
    case 'jump':
    case 'immo':
    case 'pass':
      pose.x = mix(event.from[0], event.to[0], share);
      pose.y = mix(event.from[1], event.to[1], share);
      pose.lift = event.type === 'jump' ? 4 * share * (1 - share) : 0;
      pose.hp = event.hp;
      pose.ap = event.ap;
      pose.jumps = event.jumps_left;
      break;
    case 'extinguish': {
      const flame = flameOn(pose, event.at);
      if (flame) flame.size = 1 - share;
      pose.flames = pose.flames.filter((f) => f.size > 0);
      if (share === 1) pose.hp = event.hp;
      break;
    }
    case 'push':
    case 'attract': {
      const flame = flameOn(pose, event.from);
      if (!flame) break;
      flame.cell = event.to;
      flame.x = mix(event.from[0], event.to[0], share);
      flame.y = mix(event.from[1], event.to[1], share);
      break;
    }
    case 'convert':
      closeGlyph(pose, event, share);
      pose.flames.push({ cell: event.at, x: event.at[0], y: event.at[1], size: share });
      break;
    case 'disappear':
      closeGlyph(pose, event, share);
      break;
    case 'cycle':
      pose.cycle = event.cycle;
      pose.hp = event.hp;
      break;
    case 'glyph':
      pose.glyphs.push({ cell: event.at, alpha: share, tight: 0 });
      break;
    case 'victory':
      pose.hp = event.hp;
      break;
    case 'death':
      pose.hp = event.hp;
      pose.status = 'dead';
  }
}

/** Closes the ring of a glyph, which then disappears. */
function closeGlyph(pose: Pose, { at }: GlyphEvent, share: number): void {
  const glyph = pose.glyphs.find((g) => same(g.cell, at));
  if (!glyph) return;
  glyph.tight = share;
  glyph.alpha = 1 - share;
  pose.glyphs = pose.glyphs.filter((g) => g.alpha > 0);
}

function flameOn(pose: Pose, cell: Cell): Flame | undefined {
  return pose.flames.find((f) => same(f.cell, cell));
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
