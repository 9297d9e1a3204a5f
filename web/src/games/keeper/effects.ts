import type { Theme } from '../../ui/theme';
import { drawArrow } from '../board/arrow';
import type { Cell } from '../board/cell';
import { type Ctx, text } from '../board/text';

/** Draws a bar that is filled to a share of 1. */
export function bar(ctx: Ctx, theme: Theme, x: number, y: number, share: number, color: string): void {
  const full = Math.min(Math.max(share, 0), 1);
  ctx.fillStyle = theme.ground;
  ctx.fillRect(x - 0.02, y - 0.02, 0.8, 0.13);
  ctx.fillStyle = theme.boardLine;
  ctx.fillRect(x, y, 0.76, 0.09);
  ctx.fillStyle = color;
  ctx.fillRect(x, y, 0.76 * full, 0.09);
}

/** Draws a number that rises from its cell and stays above it. */
export function number(ctx: Ctx, theme: Theme, [x, y]: Cell, n: number, share: number, color: string): void {
  const words = n > 0 ? `+${n}` : String(n);
  text(ctx, words, x + 0.78, y + 0.4 - 0.24 * share, { color, size: 0.32, weight: 700, halo: theme.board });
}

/** Draws an arrow from a cell to another, as far as its share of the way. */
export function arrow(ctx: Ctx, color: string, from: Cell, to: Cell, share: number, alpha: number): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) - 0.3;
  ctx.save();
  ctx.globalAlpha = alpha;
  const tip = 0.35 + (length - 0.35) * share;
  drawArrow(ctx, color, from, to, tip, { begin: 0.35, head: [0.16, 0.13], width: 0.07 });
  ctx.restore();
}

/** Draws a dotted line where something went. */
export function trace(ctx: Ctx, theme: Theme, from: Cell, to: Cell, share: number): void {
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(from[0] + 0.5, from[1] + 0.5);
  ctx.lineTo(
    from[0] + 0.5 + (to[0] - from[0]) * 0.55 * share,
    from[1] + 0.5 + (to[1] - from[1]) * 0.55 * share,
  );
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = 0.08;
  ctx.lineCap = 'round';
  ctx.setLineDash([0.01, 0.17]);
  ctx.stroke();
  ctx.restore();
}
