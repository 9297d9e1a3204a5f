import { along, type Cell, type Point, same } from '../board/cell';
import { progress } from '../board/motion';
import type { Turn } from '../board/turn';
import type { View, Wall } from './types.gen';

export type Model = Turn<View>;

/** Where a token stands at t, on its path through the cells. */
export function tokenAt(model: Model, seat: number, t: number): Point {
  for (const event of model.events) {
    if (event.type === 'move' && event.seat === seat)
      return along(event.path, progress(t, event.step, model.steps));
  }
  return along([model.after.tokens[seat]!], 0);
}

/** The cells that count for a seat: its domain or, before the separation, those its token is nearer to. */
export function territory(view: View, seat: number): number {
  return (view.domains ?? view.nearer)[seat]!.length;
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
