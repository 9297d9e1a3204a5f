import type { Cell } from './cell';
import type { Ctx } from './text';

/** The form of an arrow, in cells: where its line begins, the length and half the width of its head, and its line width. */
export interface ArrowForm {
  begin: number;
  head: readonly [length: number, half: number];
  width: number;
}

/** Draws an arrow towards a cell, with its tip so far from the middle of the first one. */
export function drawArrow(ctx: Ctx, color: string, from: Cell, to: Cell, tip: number, form: ArrowForm): void {
  const [length, half] = form.head;
  ctx.save();
  ctx.translate(from[0] + 0.5, from[1] + 0.5);
  ctx.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]));
  ctx.beginPath();
  ctx.moveTo(form.begin, 0);
  ctx.lineTo(tip, 0);
  ctx.moveTo(tip - length, -half);
  ctx.lineTo(tip, 0);
  ctx.lineTo(tip - length, half);
  ctx.strokeStyle = color;
  ctx.lineWidth = form.width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke();
  ctx.restore();
}
