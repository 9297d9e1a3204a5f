import type { Theme } from '../../ui/theme';
import type { Stone } from '../board/blocks';
import { type Cell, middle, type Point } from '../board/cell';
import { seatShape } from '../board/seat';
import { Sheet } from '../board/sheet';
import { type Ctx, text } from '../board/text';
import type { MinionPose } from './model';
import svg from './sheet.svg?raw';
import type { MineView } from './types.gen';

export const sheet = new Sheet(svg);

/** How a minion is drawn. */
export interface MinionLook extends MinionPose {
  share: number; // of its health, 0 to 1
  hidden: boolean; // from the seat whose view is shown
  hover: boolean;
}

/** The garden: hedges, and sand between them. */
export function gardenOf({ dark }: Theme): Stone {
  return dark
    ? { floor: '#22262a', tile: '#272c30', top: '#3c5246', rim: '#51705d', side: '#26352d' }
    : { floor: '#f6f0e0', tile: '#efe8d4', top: '#8bab86', rim: '#aecaa6', side: '#5d7f5f' };
}

/** Draws a flag whose pole stands at x y: seat 0's is a pennant, seat 1's a square. */
export function drawFlag(ctx: Ctx, theme: Theme, seat: number, x: number, y: number): void {
  sheet.draw(ctx, theme, `flag-${seat}`, x + 0.2, y - 0.2, 1.05);
}

const SIZE = 1.3; // of a minion, in cells

/** Draws a minion with its number, a bar for its health, and a block of ice while it is frozen. */
export function drawMinion(ctx: Ctx, theme: Theme, seat: number, id: number, m: MinionLook): void {
  const shake = m.hurt > 0 ? 0.06 * Math.sin(m.hurt * 9) : 0;
  ctx.save();
  ctx.globalAlpha = m.presence * (m.hidden ? 0.35 : 1);
  ctx.translate(m.x + shake, m.y - 0.12 - m.hop);
  ctx.scale(m.presence * 0.4 + 0.6, m.presence * 0.4 + 0.6);
  if (m.hover) {
    ctx.beginPath();
    ctx.arc(0, 0.06, 0.68, 0, 2 * Math.PI);
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 0.07;
    ctx.stroke();
  }
  sheet.draw(ctx, theme, `minion-${seat}`, 0, 0, SIZE, 0.8 * m.hurt);
  if (m.timeout > 0) sheet.draw(ctx, theme, 'ice', 0, 0.02, SIZE);
  text(ctx, String(id), 0, 0.265, { color: '#1d1f21', size: 0.43, weight: 800 });
  if (m.timeout > 0) badge(ctx, theme, m.timeout);
  drawHealth(ctx, theme, m.share);
  ctx.restore();
}

/** A bar at the feet: what is left of the health. */
function drawHealth(ctx: Ctx, theme: Theme, share: number): void {
  ctx.fillStyle = '#1d1f21';
  ctx.beginPath();
  ctx.roundRect(-0.43, 0.48, 0.86, 0.17, 0.06);
  ctx.fill();
  ctx.fillStyle = share > 0.5 ? '#5fce7f' : share > 0.25 ? '#f2c744' : theme.dark ? theme.danger : '#ff7b80';
  ctx.fillRect(-0.39, 0.52, 0.78 * Math.max(0, share), 0.09);
}

/** The turns that a minion is still frozen. */
function badge(ctx: Ctx, theme: Theme, timeout: number): void {
  ctx.beginPath();
  ctx.arc(0.42, -0.42, 0.22, 0, 2 * Math.PI);
  ctx.fillStyle = theme.ice;
  ctx.fill();
  const color = theme.dark ? theme.ground : theme.onSeat;
  text(ctx, String(timeout), 0.42, -0.42, { color, size: 0.32, weight: 700 });
}

/** Draws a mine with the shape of the seat that planted it. */
export function drawMine(ctx: Ctx, theme: Theme, mine: MineView, hidden: boolean): void {
  ctx.save();
  if (hidden) ctx.globalAlpha = 0.25;
  const { x, y } = middle(mine.at);
  sheet.draw(ctx, theme, 'mine', x, y, 0.86);
  ctx.beginPath();
  seatShape(ctx, mine.seat, x, y + 0.01, 0.14);
  ctx.fillStyle = theme.seat[mine.seat === 1 ? 1 : 0];
  ctx.fill();
  ctx.strokeStyle = '#fffdf6';
  ctx.lineWidth = 0.04;
  ctx.stroke();
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

/** Draws flames or frost on the cells that a beam has reached. */
export function drawTongues(
  ctx: Ctx,
  theme: Theme,
  kind: 'flame' | 'frost',
  at: Cell,
  cells: readonly Cell[],
  share: number,
): void {
  const most = cells.reduce((far, cell) => Math.max(far, steps(at, cell)), 1);
  ctx.save();
  for (const cell of cells) {
    const far = steps(at, cell);
    if (far === 0 || far > share * most) continue;
    const { x, y } = middle(cell);
    const flicker = 0.1 * Math.sin(far * 2.1 + share * 9);
    ctx.globalAlpha = share === 1 ? 0.6 : 0.95;
    sheet.draw(ctx, theme, kind, x, y - 0.06, 0.62 + flicker);
  }
  ctx.restore();
}

function steps(a: Cell, b: Cell): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

/** Draws the ghost of a minion that has died: it rises and stays until the next turn. */
export function drawGhost(ctx: Ctx, theme: Theme, { x, y }: Point, share: number): void {
  ctx.save();
  ctx.globalAlpha = 0.8 * share;
  sheet.draw(ctx, theme, 'ghost', x, y - 0.45 * share, 0.95);
  ctx.restore();
}

/** Draws a blast: a plus that spreads from the mine. */
export function drawBlast(ctx: Ctx, theme: Theme, at: Cell, cells: readonly Cell[], share: number): void {
  ctx.save();
  ctx.fillStyle = theme.fire;
  for (const cell of cells) {
    const far = steps(at, cell);
    if (share * 3 < far) continue;
    ctx.globalAlpha = Math.max(0.3, Math.sin(Math.PI * share)) * (0.75 - 0.18 * far);
    ctx.fillRect(cell[0] + 0.03, cell[1] + 0.03, 0.94, 0.94);
  }
  const { x, y } = middle(at);
  ctx.globalAlpha = share === 1 ? 0.75 : 1;
  sheet.draw(ctx, theme, 'boom', x, y, 0.7 + 0.9 * Math.sin(Math.PI * Math.min(share, 0.75)));
  ctx.restore();
}
