import type { Frame } from '../../replay/model';
import { along, type Cell, has, type Point, same } from '../board/cell';
import { progress } from '../board/motion';
import { type Turn, turnOf } from '../board/turn';
import type { View, Wall } from './types.gen';

/** A turn, with the possible territory of each seat before and after it. */
export interface Model extends Turn<View> {
  territories: { before: Cell[][]; after: Cell[][] };
}

export function modelOf(frames: readonly Frame<View>[], turn: number): Model {
  const at = (n: number) => [0, 1].map((seat) => territory(frames, Math.max(0, n), seat));
  return { ...turnOf(frames, turn), territories: { before: at(turn - 1), after: at(turn) } };
}

/** Where a token stands at t, on its path through the cells. */
export function tokenAt(model: Model, seat: number, t: number): Point {
  for (const event of model.events) {
    if (event.type === 'move' && event.seat === seat)
      return along(event.path, progress(t, event.step, model.steps));
  }
  return along([model.after.tokens[seat]!], 0);
}

/**
 * The cells that count for a seat: its domain or, before the separation, those that its token is nearer to both after the
 * turn and before it. Who has just moved is nearer to more for that alone, and the other is again after its move.
 */
export function territory(frames: readonly Frame<View>[], turn: number, seat: number): Cell[] {
  const { domains, nearer } = frames[turn]!.view;
  if (domains) return domains[seat]!;
  const before = frames[Math.max(0, turn - 1)]!.view.nearer[seat]!;
  return nearer[seat]!.filter((cell) => has(before, cell));
}

/** Whether a wall is vertical, between a left and a right cell, rather than horizontal. */
export function isUpright({ between: [a, b] }: Wall): boolean {
  return a[1] === b[1];
}

/** The side of a cell that a wall is on. */
export function sideOf(wall: Wall, cell: Cell): string | undefined {
  const [a, b] = wall.between;
  if (same(a, cell)) return isUpright(wall) ? 'right' : 'lower';
  if (same(b, cell)) return isUpright(wall) ? 'left' : 'upper';
  return undefined;
}
