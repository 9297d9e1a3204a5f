import type { Rect } from '../board/cell';

/** Reports whether a circle touches the part of the world that is shown. */
export function inSight(visible: Rect, x: number, y: number, r: number): boolean {
  return (
    x + r >= visible.x &&
    x - r <= visible.x + visible.w &&
    y + r >= visible.y &&
    y - r <= visible.y + visible.h
  );
}

/** A round distance between grid lines, chosen so that four to ten of them fit on the screen. */
export function gridStep(wide: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(wide, 10) / 4));
  return wide / ten > 20 ? 5 * ten : wide / ten > 10 ? 2 * ten : ten;
}

/** Reports whether less than half of the world is shown, so that an overview map helps. */
export function zoomed(bounds: Rect, visible: Rect): boolean {
  const w = Math.min(bounds.w, visible.w);
  const h = Math.min(bounds.h, visible.h);
  return w * h < 0.5 * bounds.w * bounds.h;
}
