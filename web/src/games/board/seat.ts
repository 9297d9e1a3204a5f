import type { Theme } from '../../ui/theme';
import { type Ctx, text } from './text';

/** Adds a seat's shape to the path: seat 0 is round and seat 1 square, so that colour is never the only difference. */
export function seatShape(ctx: Ctx, seat: number, x: number, y: number, r: number): void {
  if (seat === 0) ctx.arc(x, y, r, 0, 2 * Math.PI);
  else ctx.roundRect(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.4);
}

/** Draws a token in its seat's colour and shape, with a label of one or two characters. */
export function token(
  ctx: Ctx,
  theme: Theme,
  seat: number,
  x: number,
  y: number,
  r: number,
  label: string,
): void {
  ctx.beginPath();
  seatShape(ctx, seat, x, y, r);
  ctx.fillStyle = seatColor(theme, seat);
  ctx.fill();
  ctx.lineWidth = r * 0.14;
  ctx.strokeStyle = theme.board;
  ctx.stroke();
  text(ctx, label, x, y, { color: onSeat(theme, seat), size: r * 1.15, weight: 700 });
}

/** The colour of text on a seat's colour: vermilion is too light for white text. */
export function onSeat(theme: Theme, seat: number): string {
  return seat === 1 && !theme.dark ? theme.text : theme.onSeat;
}

export function seatColor(theme: Theme, seat: number): string {
  return theme.seat[seat === 1 ? 1 : 0];
}

export function seatSoft(theme: Theme, seat: number): string {
  return theme.seatSoft[seat === 1 ? 1 : 0];
}

/** Fills cells in a seat's soft colour; those of seat 1 are hatched as well. */
export function area(
  ctx: Ctx,
  theme: Theme,
  seat: number,
  cells: readonly (readonly number[])[],
  alpha: number,
): void {
  if (alpha <= 0 || cells.length === 0) return;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  for (const [x = 0, y = 0] of cells) ctx.rect(x, y, 1, 1);
  ctx.fillStyle = seatSoft(theme, seat);
  ctx.fill();
  if (seat === 1) {
    ctx.clip();
    ctx.beginPath();
    for (const [x = 0, y = 0] of cells) {
      for (let k = 0.25; k < 2; k += 0.5) {
        ctx.moveTo(x + Math.max(0, k - 1), y + Math.min(1, k));
        ctx.lineTo(x + Math.min(1, k), y + Math.max(0, k - 1));
      }
    }
    ctx.strokeStyle = seatColor(theme, seat);
    ctx.globalAlpha = alpha * 0.22;
    ctx.lineWidth = 0.05;
    ctx.stroke();
  }
  ctx.restore();
}
