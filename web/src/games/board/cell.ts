/** A cell as [x, y], as all views have it: x to the right, y down. */
export type Cell = [x: number, y: number];

/** A point of the board; one unit is a cell, and cell x y covers [x, x+1) and [y, y+1). */
export interface Point {
  x: number;
  y: number;
}

/** A part of the board. */
export interface Rect extends Point {
  w: number;
  h: number;
}

export function same(a: readonly number[] | null, b: readonly number[] | null): boolean {
  return a !== null && b !== null && a[0] === b[0] && a[1] === b[1];
}

/** The cell that a point lies in. */
export function cellAt({ x, y }: Point): Cell {
  return [Math.floor(x), Math.floor(y)];
}

export function plus(a: Cell, b: Cell): Cell {
  return [a[0] + b[0], a[1] + b[1]];
}

export function has(cells: readonly Cell[], cell: Cell): boolean {
  return cells.some((c) => same(c, cell));
}

/** The middle of a cell. */
export function middle([x, y]: Cell): Point {
  return { x: x + 0.5, y: y + 0.5 };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The point at a share of a path through the middles of cells. */
export function along(path: readonly Cell[], share: number): Point {
  const legs = path.length - 1;
  const at = Math.min(Math.max(share, 0), 1) * legs;
  const i = Math.min(Math.floor(at), Math.max(0, legs - 1));
  const a = path[i]!;
  const b = path[Math.min(i + 1, legs)]!;
  const t = at - i;
  return { x: a[0] + (b[0] - a[0]) * t + 0.5, y: a[1] + (b[1] - a[1]) * t + 0.5 };
}
