import type { Cell } from '../input';
import type { Theme } from '../renderer';
import type { Ctx } from './draw';

/** Marks cells that may be chosen: a rim and a soft ground of the accent colour. */
export function choosable(ctx: Ctx, theme: Theme, cells: readonly Cell[], strength = 1): void {
  ctx.save();
  ctx.beginPath();
  for (const [x, y] of cells) ctx.roundRect(x + 0.07, y + 0.07, 0.86, 0.86, 0.14);
  ctx.globalAlpha = 0.14 * strength;
  ctx.fillStyle = theme.accent;
  ctx.fill();
  ctx.globalAlpha = 0.75 * strength;
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 0.045;
  ctx.stroke();
  ctx.restore();
}

/** Marks the one cell that the pointer or the keys are on. */
export function pointed(ctx: Ctx, color: string, [x, y]: Cell): void {
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.14);
  ctx.strokeStyle = color;
  ctx.lineWidth = 0.09;
  ctx.stroke();
  ctx.restore();
}

/** An arrow from cell to cell. */
export function arrow(ctx: Ctx, color: string, from: Cell, to: Cell, width = 0.09): void {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const tip = length - 0.12;
  ctx.save();
  ctx.translate(from[0] + 0.5, from[1] + 0.5);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(0.38, 0);
  ctx.lineTo(tip, 0);
  ctx.moveTo(tip - 0.2, -0.16);
  ctx.lineTo(tip, 0);
  ctx.lineTo(tip - 0.2, 0.16);
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke();
  ctx.restore();
}
