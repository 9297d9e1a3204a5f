import type { Theme } from '../../ui/theme';
import type { Cell } from '../board/cell';
import { onSeat, seatColor, seatShape, seatSoft } from '../board/seat';
import { type Ctx, text } from '../board/text';
import type { MinionPose } from './model';
import type { MineView } from './types.gen';

/** How a minion is drawn. */
export interface MinionLook extends MinionPose {
  share: number; // of its health, 0 to 1
  hidden: boolean; // from the seat whose view is shown
  hover: boolean;
}

/** The walls as one path of blocks, with round corners where no wall adjoins. */
export function wallsPath(grid: readonly string[]): Path2D {
  const path = new Path2D();
  const open = (x: number, y: number) => grid[y]?.[x] === '.';
  const r = 0.28;
  const over = 0.01; // blocks overlap a little, so that no seam shows
  grid.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (open(x, y)) continue;
      const [up, down, left, right] = [open(x, y - 1), open(x, y + 1), open(x - 1, y), open(x + 1, y)];
      const gap = 0.05; // between walls and lanes
      const x0 = x + (left ? gap : -over);
      const y0 = y + (up ? gap : -over);
      const x1 = x + 1 - (right ? gap : -over);
      const y1 = y + 1 - (down ? gap : -over);
      path.roundRect(x0, y0, x1 - x0, y1 - y0, [
        up && left ? r : 0,
        up && right ? r : 0,
        down && right ? r : 0,
        down && left ? r : 0,
      ]);
    }
  });
  return path;
}

/** Draws a flag base: a tinted cell with corners in the seat's colour. */
export function drawBase(ctx: Ctx, theme: Theme, seat: number, [x, y]: Cell): void {
  ctx.fillStyle = seatSoft(theme, seat);
  ctx.fillRect(x + 0.06, y + 0.06, 0.88, 0.88);
  ctx.beginPath();
  for (const [cx, cy, dx, dy] of [
    [0.06, 0.06, 1, 1],
    [0.94, 0.06, -1, 1],
    [0.94, 0.94, -1, -1],
    [0.06, 0.94, 1, -1],
  ] as const) {
    ctx.moveTo(x + cx + dx * 0.28, y + cy);
    ctx.lineTo(x + cx, y + cy);
    ctx.lineTo(x + cx, y + cy + dy * 0.28);
  }
  ctx.strokeStyle = seatColor(theme, seat);
  ctx.lineWidth = 0.11;
  ctx.stroke();
}

/** Draws a flag whose pole stands at x y: seat 0's is a triangle, seat 1's a square. */
export function drawFlag(ctx: Ctx, theme: Theme, seat: number, x: number, y: number): void {
  ctx.save();
  ctx.translate(x - 0.12, y);
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(0, -0.38);
  if (seat === 0) {
    ctx.lineTo(0.5, -0.18);
    ctx.lineTo(0, 0.04);
  } else {
    ctx.lineTo(0.46, -0.38);
    ctx.lineTo(0.46, 0.02);
    ctx.lineTo(0, 0.02);
  }
  ctx.closePath();
  ctx.strokeStyle = theme.board;
  ctx.lineWidth = 0.16;
  ctx.stroke();
  ctx.fillStyle = seatColor(theme, seat);
  ctx.fill();
  ctx.strokeStyle = theme.text;
  ctx.lineWidth = 0.07;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(0, -0.42);
  ctx.lineTo(0, 0.38);
  ctx.stroke();
  ctx.restore();
}

/** Draws a minion as a numbered token, with a ring for its health and an ice crystal while it is frozen. */
export function drawMinion(ctx: Ctx, theme: Theme, seat: number, id: number, m: MinionLook): void {
  const r = 0.38;
  ctx.save();
  ctx.globalAlpha = m.presence * (m.hidden ? 0.3 : 1);
  ctx.translate(m.x, m.y);
  ctx.scale(m.presence * 0.4 + 0.6, m.presence * 0.4 + 0.6);
  if (m.hover) {
    ctx.beginPath();
    ctx.arc(0, 0, 0.62, 0, 2 * Math.PI);
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 0.06;
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.arc(0, 0, 0.53, 0, 2 * Math.PI);
  ctx.fillStyle = theme.board;
  ctx.fill();
  ring(ctx, 0.475, 1, theme.boardLine);
  ring(
    ctx,
    0.475,
    Math.max(0, m.share),
    m.share > 0.5 ? theme.good : m.share > 0.25 ? theme.coin : theme.danger,
  );
  ctx.beginPath();
  seatShape(ctx, seat, 0, 0, r);
  ctx.fillStyle = seatColor(theme, seat);
  ctx.fill();
  if (m.hurt > 0) {
    ctx.globalAlpha *= m.hurt * 0.7;
    ctx.fillStyle = theme.danger;
    ctx.fill();
    ctx.globalAlpha = m.presence;
  }
  text(ctx, String(id), 0, 0, { color: onSeat(theme, seat), size: 0.5, weight: 700 });
  if (m.timeout > 0) crystal(ctx, theme, m.timeout);
  ctx.restore();
}

function ring(ctx: Ctx, r: number, share: number, color: string): void {
  ctx.beginPath();
  ctx.arc(0, 0, r, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share);
  ctx.strokeStyle = color;
  ctx.lineWidth = 0.1;
  ctx.stroke();
}

/** A hexagon of ice around the minion, and the turns left in it. */
function crystal(ctx: Ctx, theme: Theme, timeout: number): void {
  ctx.beginPath();
  for (let i = 0; i < 6; i++) {
    const angle = (i * Math.PI) / 3 + Math.PI / 6;
    ctx.lineTo(0.56 * Math.cos(angle), 0.56 * Math.sin(angle));
  }
  ctx.closePath();
  ctx.save();
  ctx.globalAlpha *= 0.3;
  ctx.fillStyle = theme.ice;
  ctx.fill();
  ctx.restore();
  ctx.strokeStyle = theme.ice;
  ctx.lineWidth = 0.09;
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(0.42, -0.42, 0.2, 0, 2 * Math.PI);
  ctx.fillStyle = theme.ice;
  ctx.fill();
  text(ctx, String(timeout), 0.42, -0.42, {
    color: theme.dark ? theme.ground : theme.onSeat,
    size: 0.28,
    weight: 700,
  });
}

/** Draws a mine: a dark disc with four studs, and the shape of the seat that planted it. */
export function drawMine(ctx: Ctx, theme: Theme, mine: MineView, hidden: boolean): void {
  ctx.save();
  if (hidden) ctx.globalAlpha = 0.25;
  const x = mine.at[0] + 0.5;
  const y = mine.at[1] + 0.5;
  ctx.strokeStyle = theme.text;
  ctx.lineWidth = 0.1;
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (const [dx, dy] of [
    [1, 1],
    [1, -1],
  ] as const) {
    ctx.moveTo(x - dx * 0.24, y - dy * 0.24);
    ctx.lineTo(x + dx * 0.24, y + dy * 0.24);
  }
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x, y, 0.23, 0, 2 * Math.PI);
  ctx.fillStyle = theme.text;
  ctx.fill();
  ctx.beginPath();
  seatShape(ctx, mine.seat, x, y, 0.13);
  ctx.fillStyle = seatColor(theme, mine.seat);
  ctx.fill();
  ctx.restore();
}

/**
 * Draws the beams of a minion: from its token along its row and column to the last cell that each reaches, as far as
 * their share of the way. Fire is a solid line and ice a dashed one beside it, so that both can be seen where they cross.
 */
export function drawBeam(
  ctx: Ctx,
  theme: Theme,
  kind: 'fire' | 'ice',
  [x, y]: Cell,
  cells: readonly Cell[],
  strength: number,
  share: number,
): void {
  let [x0, x1, y0, y1] = [x, x, y, y];
  for (const [cx, cy] of cells) {
    if (cy === y) [x0, x1] = [Math.min(x0, cx), Math.max(x1, cx)];
    if (cx === x) [y0, y1] = [Math.min(y0, cy), Math.max(y1, cy)];
  }
  const side = kind === 'fire' ? -0.1 : 0.1;
  const begin = 0.5; // the edge of the token
  ctx.save();
  ctx.strokeStyle = theme[kind];
  ctx.lineCap = 'butt';
  ctx.translate(x + 0.5, y + 0.5);
  ctx.beginPath();
  for (const [dx, dy, far] of [
    [-1, 0, x - x0],
    [1, 0, x1 - x],
    [0, -1, y - y0],
    [0, 1, y1 - y],
  ] as const) {
    if (far === 0) continue;
    const end = begin + far * share; // the edge of the last cell
    ctx.moveTo(dx * begin + dy * side, dy * begin + dx * side);
    ctx.lineTo(dx * end + dy * side, dy * end + dx * side);
  }
  for (const [width, alpha] of [
    [0.36, 0.3],
    [0.12, 1],
  ] as const) {
    if (kind === 'ice' && alpha === 1) ctx.setLineDash([0.12, 0.24]);
    ctx.lineWidth = width;
    ctx.globalAlpha = alpha * Math.max(strength, 0.5);
    ctx.stroke();
  }
  ctx.restore();
}

/** Draws a blast: a plus that spreads from the mine. */
export function drawBlast(
  ctx: Ctx,
  theme: Theme,
  [x, y]: Cell,
  cells: readonly Cell[],
  strength: number,
  spread: number,
): void {
  ctx.save();
  ctx.fillStyle = theme.fire;
  for (const [cx, cy] of cells) {
    const far = Math.abs(cx - x) + Math.abs(cy - y);
    if (spread * 3 < far) continue;
    ctx.globalAlpha = strength * (0.75 - 0.18 * far);
    ctx.fillRect(cx + 0.03, cy + 0.03, 0.94, 0.94);
  }
  ctx.restore();
}
