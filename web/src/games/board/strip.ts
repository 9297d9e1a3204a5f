import type { Look } from '../renderer';
import type { Rect } from './cell';
import type { Ctx } from './text';

/** Draws the strip above a board. Where the reader has zoomed past it, it is at the upper edge of the screen. */
export function strip(ctx: Ctx, { theme, visible }: Look, room: Rect, paint: () => void): void {
  const far = visible.y > room.y || visible.x > room.x || visible.x + visible.w < room.x + room.w;
  if (!far) {
    paint();
    return;
  }
  const scale = visible.w / (room.w * 1.06);
  ctx.save();
  ctx.translate(visible.x, visible.y);
  ctx.scale(scale, scale);
  ctx.translate(room.w * 0.03 - room.x, -room.y);
  ctx.fillStyle = theme.ground;
  ctx.globalAlpha = 0.85;
  ctx.fillRect(room.x - room.w * 0.03, room.y, room.w * 1.06, room.h);
  ctx.globalAlpha = 1;
  paint();
  ctx.restore();
}
