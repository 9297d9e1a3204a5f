import type { Theme } from '../../ui/theme';
import { along } from '../board/cell';
import { seatColor } from '../board/seat';
import type { Ctx } from '../board/text';
import { isUpright } from './model';
import type { MoveEvent, Wall } from './types.gen';

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

/** Draws a wall as a bar that grows from its middle. Seat 1's have a light line in them, the newest an outline. */
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
  if (fresh) line(0.24, theme.text);
  line(0.17, wall.seat < 0 ? theme.muted : seatColor(theme, wall.seat));
  if (wall.seat === 1) line(0.045, theme.onSeat, [0.001, 0.13]);
  ctx.restore();
}
