import type { Theme } from '../../ui/theme';
import type { Point } from './cell';
import { seatColor, seatShape } from './seat';
import type { Ctx } from './text';

const RAYS = 12;
const PIECES = 40; // of confetti
const GOLDEN = 2.39996; // the angle between two pieces, so that they are spread evenly

/** Draws rays behind a winner: the moment of an ending. They grow with its share, and stay. */
export function rays(
  ctx: Ctx,
  theme: Theme,
  seat: number,
  { x, y }: Point,
  reach: number,
  share: number,
): void {
  const r = reach * Math.min(1, 1.6 * share);
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(0.5 * share);
  ctx.beginPath();
  for (let i = 0; i < RAYS; i++) {
    const angle = (2 * Math.PI * i) / RAYS;
    ctx.moveTo(0, 0);
    ctx.lineTo(r * Math.cos(angle), r * Math.sin(angle));
    ctx.lineTo(r * Math.cos(angle + 0.26), r * Math.sin(angle + 0.26));
  }
  const light = ctx.createRadialGradient(0, 0, 0, 0, 0, Math.max(r, 0.01));
  light.addColorStop(0, theme.coin);
  light.addColorStop(0.4, seatColor(theme, seat));
  light.addColorStop(1, `${seatColor(theme, seat)}00`);
  ctx.globalAlpha = 0.5;
  ctx.fillStyle = light;
  ctx.fill();
  ctx.restore();
}

/** Draws a crown over a winner, and confetti in the seat's shape that flies off and is gone when the share is 1. */
export function celebrate(
  ctx: Ctx,
  theme: Theme,
  seat: number,
  { x, y }: Point,
  reach: number,
  share: number,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.globalAlpha = 1 - share ** 3;
  const colors = [seatColor(theme, seat), theme.coin, theme.accent];
  for (let i = 0; share < 1 && i < PIECES; i++) {
    const far = reach * (0.25 + (0.75 * ((i * 7) % PIECES)) / PIECES) * Math.sqrt(share);
    ctx.beginPath();
    const fall = 0.35 * reach * share * share;
    seatShape(ctx, seat, far * Math.cos(i * GOLDEN), far * Math.sin(i * GOLDEN) + fall, 0.035 * reach);
    ctx.fillStyle = colors[i % colors.length]!;
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  const s = 0.11 * reach * Math.min(1, 2 * share);
  ctx.translate(0, -0.24 * reach - s);
  ctx.scale(s, s);
  ctx.beginPath();
  for (const [px, py] of CROWN) ctx.lineTo(px, py);
  ctx.closePath();
  ctx.lineJoin = 'round';
  ctx.lineWidth = 0.3;
  ctx.strokeStyle = '#2a2b33';
  ctx.stroke();
  ctx.fillStyle = '#f2b632';
  ctx.fill();
  ctx.restore();
}

const CROWN = [
  [-1, 0.7],
  [-1.2, -0.6],
  [-0.5, 0],
  [0, -1],
  [0.5, 0],
  [1.2, -0.6],
  [1, 0.7],
] as const;
