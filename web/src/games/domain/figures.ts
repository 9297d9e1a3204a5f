import type { Theme } from '../../ui/theme';
import { along } from '../board/cell';
import { seatColor } from '../board/seat';
import { Sheet } from '../board/sheet';
import { type Ctx, text } from '../board/text';
import { isUpright } from './model';
import svg from './sheet.svg?raw';
import type { MoveEvent, Wall } from './types.gen';

export const sheet = new Sheet(svg);

/** Draws the table: a wooden frame, and a stone for each cell. */
export function drawTable(ctx: Ctx, { dark }: Theme, w: number, h: number): void {
  const [wood, side, joint] = dark ? ['#6a5238', '#3d2f20', '#15171a'] : ['#c29a66', '#8a683c', '#d9cfb8'];
  const stones = dark ? ['#25272d', '#2a2d33'] : ['#fdf9ef', '#f6f0e1'];
  for (const [color, down] of [
    [side, 0.1],
    [wood, 0],
  ] as const) {
    ctx.beginPath();
    ctx.roundRect(-0.16, -0.16 + down, w + 0.32, h + 0.32, 0.18);
    ctx.fillStyle = color;
    ctx.fill();
  }
  ctx.fillStyle = joint;
  ctx.fillRect(-0.03, -0.03, w + 0.06, h + 0.06);
  for (const odd of [0, 1]) {
    ctx.beginPath();
    for (let y = 0; y < h; y++)
      for (let x = (y + odd) % 2; x < w; x += 2) ctx.roundRect(x + 0.025, y + 0.025, 0.95, 0.95, 0.08);
    ctx.fillStyle = stones[odd]!;
    ctx.fill();
  }
}

/** Draws a token with the number of its seat. */
export function drawToken(ctx: Ctx, theme: Theme, seat: number, x: number, y: number): void {
  sheet.draw(ctx, theme, `token-${seat}`, x, y - 0.04, 0.86);
  text(ctx, String(seat), x - 0.018, y + 0.145, { color: '#1d1f21', size: 0.2, weight: 800 });
}

/** Draws the path of a move as far as its share. */
export function drawPath(ctx: Ctx, theme: Theme, move: MoveEvent, share: number): void {
  if (move.path.length < 2 || share === 0) return;
  const end = along(move.path, share);
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(move.path[0]![0] + 0.5, move.path[0]![1] + 0.5);
  for (const [x, y] of move.path.slice(1, Math.floor(share * (move.path.length - 1)) + 1))
    ctx.lineTo(x + 0.5, y + 0.5);
  ctx.lineTo(end.x, end.y);
  ctx.strokeStyle = seatColor(theme, move.seat);
  ctx.globalAlpha = 0.65;
  ctx.lineWidth = 0.07;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.setLineDash([0.02, 0.16]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(move.path[0]![0] + 0.5, move.path[0]![1] + 0.5, 0.1, 0, 2 * Math.PI);
  ctx.lineWidth = 0.05;
  ctx.stroke();
  ctx.restore();
}

/** Draws a wall as a raised bar that grows from its middle. Seat 1's have a light line in them, the newest an outline. */
export function drawWall(ctx: Ctx, theme: Theme, wall: Wall, grown: number, fresh: boolean): void {
  if (grown === 0) return;
  const [a, b] = wall.between;
  const upright = isUpright(wall);
  const x = upright ? b[0] : a[0] + 0.5;
  const y = upright ? a[1] + 0.5 : b[1];
  const half = 0.47 * grown;
  const line = (width: number, color: string, dash: number[] = []) => {
    ctx.beginPath();
    ctx.moveTo(x - (upright ? 0 : half), y - (upright ? half : 0));
    ctx.lineTo(x + (upright ? 0 : half), y + (upright ? half : 0));
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.setLineDash([]);
  };
  ctx.save();
  ctx.lineCap = 'round';
  ctx.translate(0, 0.03);
  if (fresh) line(0.27, theme.text);
  const color = wall.seat < 0 ? theme.muted : seatColor(theme, wall.seat);
  line(0.2, color);
  line(0.2, '#0006'); // its side, in shade
  ctx.translate(0, -0.06);
  line(0.17, color);
  ctx.translate(0, -0.045);
  line(0.03, '#ffffff66');
  ctx.translate(0, 0.045);
  if (wall.seat === 1) line(0.045, theme.onSeat, [0.001, 0.13]);
  ctx.restore();
}
