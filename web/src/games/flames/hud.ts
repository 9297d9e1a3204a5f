import type { Theme } from '../../ui/theme';
import type { Rect } from '../board/cell';
import { type Ctx, text } from '../board/text';
import { pip } from './figures';
import type { Pose } from './model';
import type { Palette } from './palette';
import type { Scene } from './types.gen';

const WIDE = 34; // the strip's width in its own units, so that it looks the same above an arena of any size

/** The height of the strip above an arena of a width. */
export function hudHeight(width: number): number {
  return (2 * width) / WIDE;
}

/** Draws HP, AP, jumps and the cycle above the arena. */
export function drawHud(
  ctx: Ctx,
  theme: Theme,
  palette: Palette,
  scene: Scene,
  room: Rect,
  pose: Pose,
): void {
  const unit = room.w / WIDE;
  const flames = pose.flames.length;
  ctx.save();
  ctx.translate(room.x, room.y + hudHeight(room.w) / 2 - 0.3 * unit);
  ctx.scale(unit, unit);
  const label = (words: string, x: number) => {
    text(ctx, words, x, 0, { color: theme.muted, size: 0.7, align: 'left' });
  };
  const value = (words: string, x: number) => {
    text(ctx, words, x, 0, { color: theme.text, size: 0.95, weight: 700, align: 'left' });
  };
  label('HP', 0);
  ctx.fillStyle = theme.boardLine;
  ctx.fillRect(1.6, -0.25, 5, 0.5);
  ctx.fillStyle = theme.seat[0];
  ctx.fillRect(1.6, -0.25, 5 * Math.min(Math.max(pose.hp / scene.hp, 0), 1), 0.5);
  value(String(Math.max(0, pose.hp)), 6.9);
  label('AP', 9.4);
  pips(ctx, theme, palette, 11.2, scene.ap, pose.ap, theme.accent);
  const jumps = 11.8 + scene.ap * 0.62;
  label('jumps', jumps);
  pips(ctx, theme, palette, jumps + 2.9, scene.jumps, pose.jumps, theme.good);
  label('cycle', 24.2);
  value(String(pose.cycle), 26.6);
  label(flames === 1 ? 'flame' : 'flames', 28.6);
  value(String(flames), 31.6);
  ctx.restore();
}

function pips(
  ctx: Ctx,
  theme: Theme,
  palette: Palette,
  x: number,
  all: number,
  left: number,
  color: string,
): void {
  const hollow = { ...palette, floor: theme.ground, faint: theme.muted };
  for (let i = 0; i < all; i++) pip(ctx, x + i * 0.62, 0, 0.22, i < left, color, hollow);
}
