import type { Cell } from '../board/cell';
import { atLeast, type Ctx, text } from '../board/text';
import type { Flame, Glyph, Pose } from './model';
import type { Palette } from './palette';
import type { Scene } from './types.gen';

const TAU = 2 * Math.PI;
const TOP = -Math.PI / 2;

/** Draws a flame as a drop. */
export function drawFlame(ctx: Ctx, palette: Palette, { x, y, size }: Flame): void {
  ctx.save();
  ctx.translate(x + 0.5, y + 0.5);
  ctx.scale(size, size);
  drop(ctx, 0.38);
  ctx.fillStyle = palette.flame;
  ctx.fill();
  ctx.translate(0, 0.09);
  drop(ctx, 0.19);
  ctx.fillStyle = palette.core;
  ctx.fill();
  ctx.restore();
}

function drop(ctx: Ctx, r: number): void {
  ctx.beginPath();
  ctx.moveTo(0, -1.25 * r);
  ctx.bezierCurveTo(0.35 * r, -0.55 * r, 0.95 * r, -0.2 * r, 0.9 * r, 0.35 * r);
  ctx.bezierCurveTo(0.86 * r, 1.25 * r, -0.86 * r, 1.25 * r, -0.9 * r, 0.35 * r);
  ctx.bezierCurveTo(-0.95 * r, -0.2 * r, -0.35 * r, -0.55 * r, 0, -1.25 * r);
}

/** Draws a glyph as a ring: the less AP the cycle has left, the tighter. It closes when it becomes a flame. */
export function drawGlyph(ctx: Ctx, palette: Palette, { cell, alpha, tight }: Glyph, left: number): void {
  const r = (0.26 + 0.16 * left) * (1 - 0.7 * tight);
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.strokeStyle = palette.glyph;
  ctx.lineWidth = 0.07;
  ctx.beginPath();
  ctx.arc(cell[0] + 0.5, cell[1] + 0.5, r, 0, TAU);
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(cell[0] + 0.5, cell[1] + 0.5, 0.05, 0, TAU);
  ctx.fillStyle = palette.glyph;
  ctx.fill();
  ctx.restore();
}

/**
 * Draws the character with an arc for its HP, a pip for each AP and a larger one for each jump. Where a cell has few
 * pixels, it is larger than a cell.
 */
export function drawCharacter(ctx: Ctx, palette: Palette, scene: Scene, pose: Pose, scale: number): void {
  const size = Math.min(Math.max(26 / scale, 1), 1.4) * (1 + 0.15 * pose.lift);
  const hp = Math.max(0, pose.hp);
  ctx.save();
  ctx.translate(pose.x + 0.5, pose.y + 0.5 - 0.25 * pose.lift);
  ctx.scale(size, size);
  ctx.beginPath();
  ctx.arc(0, 0, 0.46, 0, TAU);
  ctx.fillStyle = palette.floor;
  ctx.fill();
  ctx.beginPath();
  ctx.arc(0, 0, 0.32, 0, TAU);
  ctx.fillStyle = palette.hero;
  ctx.fill();
  ctx.lineWidth = 0.09;
  ring(ctx, 0.41, 1, palette.edge);
  ring(ctx, 0.41, hp / scene.hp, palette.words);
  for (let i = 0; i < scene.ap; i++) {
    const angle = TOP + (((i + 0.5) / scene.ap - 0.5) * 4 * Math.PI) / 3;
    pip(ctx, Math.cos(angle) * 0.57, Math.sin(angle) * 0.57, 0.05, i < pose.ap, palette.glyph, palette);
  }
  for (let i = 0; i < scene.jumps; i++) {
    pip(ctx, (i - (scene.jumps - 1) / 2) * 0.2, 0.58, 0.07, i < pose.jumps, palette.good, palette);
  }
  const words = atLeast(12, 0.36 * size, scale) / size;
  text(ctx, String(hp), 0, 0, { color: palette.onHero, size: words, weight: 700, halo: palette.hero });
  ctx.restore();
}

function ring(ctx: Ctx, r: number, share: number, color: string): void {
  ctx.beginPath();
  ctx.arc(0, 0, r, TOP, TOP + TAU * Math.min(share, 1));
  ctx.strokeStyle = color;
  ctx.stroke();
}

/** Draws a dot, hollow when it is spent. */
export function pip(
  ctx: Ctx,
  x: number,
  y: number,
  r: number,
  full: boolean,
  color: string,
  palette: Palette,
): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
  ctx.fillStyle = full ? color : palette.floor;
  ctx.fill();
  ctx.lineWidth = r * 0.4;
  ctx.strokeStyle = full ? color : palette.faint;
  ctx.globalAlpha = full ? 1 : 0.5;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Draws an arrow from a cell to another, as far as its share of the way. */
export function drawArrow(
  ctx: Ctx,
  from: Cell,
  to: Cell,
  style: { color: string; width: number; share?: number; dash?: number[]; alpha?: number; skip?: number },
): void {
  const skip = style.skip ?? 0;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) * (style.share ?? 1);
  if (length <= skip) return;
  ctx.save();
  ctx.translate(from[0] + 0.5, from[1] + 0.5);
  ctx.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]));
  ctx.globalAlpha = style.alpha ?? 1;
  ctx.strokeStyle = style.color;
  ctx.lineWidth = style.width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.setLineDash(style.dash ?? []);
  ctx.beginPath();
  ctx.moveTo(skip, 0);
  ctx.lineTo(length, 0);
  ctx.stroke();
  ctx.setLineDash([]);
  const head = Math.max(0.1, 2 * style.width);
  ctx.beginPath();
  ctx.moveTo(length - head, -head * 0.8);
  ctx.lineTo(length, 0);
  ctx.lineTo(length - head, head * 0.8);
  ctx.stroke();
  ctx.restore();
}

/** Draws a bar across the way that is blocked. */
export function drawBar(ctx: Ctx, from: Cell, to: Cell, color: string, width: number, share: number): void {
  ctx.save();
  ctx.translate(from[0] + 0.5, from[1] + 0.5);
  ctx.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]));
  ctx.beginPath();
  ctx.moveTo(0.44, -0.24 * share);
  ctx.lineTo(0.44, 0.24 * share);
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.stroke();
  ctx.restore();
}
