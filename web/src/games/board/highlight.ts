import type { Theme } from '../../ui/theme';
import { drawArrow } from './arrow';
import type { Cell } from './cell';
import type { Ctx } from './text';

/** Marks cells that may be chosen. */
export function highlightCells(ctx: Ctx, theme: Theme, cells: readonly Cell[], strength = 1): void {
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

/** Outlines one cell, such as the one under the pointer or the cursor. */
export function outlineCell(ctx: Ctx, color: string, [x, y]: Cell): void {
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.14);
  ctx.strokeStyle = color;
  ctx.lineWidth = 0.09;
  ctx.stroke();
  ctx.restore();
}

/** Outlines a cell as wrong, with a cross in its corner: colour is never the only difference. */
export function markWrong(ctx: Ctx, theme: Theme, x: number, y: number): void {
  ctx.save();
  ctx.strokeStyle = theme.danger;
  ctx.lineWidth = 0.07;
  ctx.strokeRect(x + 0.05, y + 0.05, 0.9, 0.9);
  ctx.beginPath();
  ctx.moveTo(x + 0.7, y + 0.12);
  ctx.lineTo(x + 0.88, y + 0.3);
  ctx.moveTo(x + 0.88, y + 0.12);
  ctx.lineTo(x + 0.7, y + 0.3);
  ctx.stroke();
  ctx.restore();
}

/** Draws an arrow from cell to cell. */
export function arrow(ctx: Ctx, color: string, from: Cell, to: Cell, width = 0.09): void {
  const tip = Math.hypot(to[0] - from[0], to[1] - from[1]) - 0.12;
  drawArrow(ctx, color, from, to, tip, { begin: 0.38, head: [0.2, 0.16], width });
}
