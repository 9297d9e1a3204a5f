import type { Theme } from '../../ui/theme';
import type { Ctx } from './text';

/** Draws the lines between the cells of a board. */
export function grid(ctx: Ctx, theme: Theme, width: number, height: number): void {
  ctx.beginPath();
  for (let x = 1; x < width; x++) {
    ctx.moveTo(x, 0);
    ctx.lineTo(x, height);
  }
  for (let y = 1; y < height; y++) {
    ctx.moveTo(0, y);
    ctx.lineTo(width, y);
  }
  ctx.strokeStyle = theme.boardLine;
  ctx.lineWidth = 0.025;
  ctx.stroke();
}
