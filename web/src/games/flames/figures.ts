import type { Theme } from '../../ui/theme';
import type { Cell } from '../board/cell';
import { Sheet } from '../board/sheet';
import { atLeast, type Ctx, text } from '../board/text';
import type { Flame, Glyph, Pose } from './model';
import type { Palette } from './palette';
import svg from './sheet.svg?raw';
import type { Scene } from './types.gen';

export const sheet = new Sheet(svg);

const TAU = 2 * Math.PI;
const TOP = -Math.PI / 2;

/** Draws the light that flames and glyphs cast on the floor. */
export function drawLight(ctx: Ctx, theme: Theme, { flames, glyphs }: Pose): void {
  for (const { x, y, size } of flames) sheet.draw(ctx, theme, 'light', x + 0.5, y + 0.6, 3.2 * size);
  for (const { cell, alpha } of glyphs)
    sheet.draw(ctx, theme, 'gleam', cell[0] + 0.5, cell[1] + 0.5, 2.2 * alpha);
}

/** Draws a flame, which grows and dies with its size. */
export function drawFlame(ctx: Ctx, theme: Theme, { x, y, size }: Flame): void {
  sheet.draw(ctx, theme, 'flame', x + 0.5, y + 0.38, 1.36 * size);
}

/** Draws a glyph as a ring: the less AP the cycle has left, the tighter. It closes when it becomes a flame. */
export function drawGlyph(ctx: Ctx, theme: Theme, { cell, alpha, tight }: Glyph, left: number): void {
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.translate(cell[0] + 0.5, cell[1] + 0.5);
  ctx.rotate(0.6 * (1 - left) + 2 * tight);
  sheet.draw(ctx, theme, 'glyph', 0, 0, (0.62 + 0.36 * left) * (1 - 0.7 * tight));
  ctx.restore();
}

/**
 * Draws the character with an arc for its HP, a pip for each AP and a larger one for each jump. Where a cell has few
 * pixels, it is larger than a cell.
 */
export function drawCharacter(
  ctx: Ctx,
  theme: Theme,
  palette: Palette,
  scene: Scene,
  pose: Pose,
  scale: number,
): void {
  const size = Math.min(Math.max(26 / scale, 1), 1.4) * (1 + 0.15 * pose.lift);
  const hp = Math.max(0, pose.hp);
  ctx.save();
  ctx.translate(pose.x + 0.5, pose.y + 0.5 - 0.25 * pose.lift);
  ctx.scale(size, size);
  ctx.beginPath();
  ctx.arc(0, 0, 0.6, 0, TAU);
  ctx.fillStyle = palette.edge;
  ctx.globalAlpha = 0.55;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 0.09;
  ring(ctx, 0.6, 1, palette.edge);
  ring(ctx, 0.6, hp / scene.hp, palette.words);
  const dead = pose.status === 'dead';
  sheet.draw(ctx, theme, dead ? 'grave' : 'hero', 0, -0.1 - 0.2 * pose.lift, 1.08);
  for (let i = 0; i < scene.ap; i++) {
    const angle = TOP + (((i + 0.5) / scene.ap - 0.5) * 4 * Math.PI) / 3;
    pip(ctx, Math.cos(angle) * 0.76, Math.sin(angle) * 0.76, 0.055, i < pose.ap, palette.glyph, palette);
  }
  for (let i = 0; i < scene.jumps; i++) {
    pip(ctx, (i - (scene.jumps - 1) / 2) * 0.2, 0.77, 0.075, i < pose.jumps, palette.good, palette);
  }
  const words = atLeast(11, 0.36 * size, scale) / size;
  text(ctx, String(hp), 0, 0.44, { color: palette.words, size: words, weight: 800, halo: palette.edge });
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
