import type { Theme } from '../../ui/theme';
import type { Rect } from '../board/cell';
import { type Ctx, text } from '../board/text';
import { pip } from './figures';
import type { Pose } from './model';
import type { Palette } from './palette';
import type { Scene } from './types.gen';

const WIDE = 29.5; // the strip's width in its own units, so that it looks the same above an arena of any size

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
    text(ctx, words, x, 0, { color: theme.muted, size: 0.85, align: 'left' });
  };
  const value = (words: string, x: number) => {
    text(ctx, words, x, 0, { color: theme.text, size: 1.1, weight: 700, align: 'left' });
  };
  label('HP', 0);
  ctx.fillStyle = theme.boardLine;
  ctx.fillRect(1.5, -0.25, 3, 0.5);
  ctx.fillStyle = theme.seat[0];
  ctx.fillRect(1.5, -0.25, 3 * Math.min(Math.max(pose.hp / scene.hp, 0), 1), 0.5);
  value(String(Math.max(0, pose.hp)), 4.8);
  label('AP', 7.4);
  pips(ctx, theme, palette, 9.1, scene.ap, pose.ap, theme.accent);
  const jumps = 9.4 + scene.ap * 0.62;
  label('jumps', jumps);
  pips(ctx, theme, palette, jumps + 3, scene.jumps, pose.jumps, theme.good);
  label('cycle', 20.4);
  value(String(pose.cycle), 22.8);
  label(flames === 1 ? 'flame' : 'flames', 24.6);
  value(String(flames), 27.7);
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
