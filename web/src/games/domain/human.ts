import { type Cell, cellAt, type Point, plus, same } from '../board/cell';
import { highlightCells, outlineCell } from '../board/highlight';
import { token } from '../board/seat';
import type { Ctx } from '../board/text';
import { ARROWS, type Input, type Next } from '../input';
import type { Choices, View } from './types.gen';

/** A cell is chosen first; the side of its wall completes the answer. */
export interface Draft {
  cell: Cell | null; // chosen
  cursor: Cell | null; // moved by the arrow keys
}

const NONE: Draft = { cell: null, cursor: null };
const SIDES = [
  { side: 'U', arrow: 'ArrowUp', key: '↑', word: 'upper' },
  { side: 'D', arrow: 'ArrowDown', key: '↓', word: 'lower' },
  { side: 'L', arrow: 'ArrowLeft', key: '←', word: 'left' },
  { side: 'R', arrow: 'ArrowRight', key: '→', word: 'right' },
] as const;
const MIDDLE = 0.15; // within this distance of its middle, a point of a cell has no side
const BEYOND = 0.8; // up to this distance from its middle, a point still selects a side
const LAST = 6; // the last column and row

const input: Input<Choices, Draft, View> = {
  keys: [
    ['↑ ↓ ← →', 'move the cursor, then choose the side of the wall'],
    ['Enter', 'choose the cell'],
    ['Esc', 'choose another cell'],
  ],
  begin: () => NONE,
  prompt(_choices, { cell }) {
    if (cell === null) return 'Choose a cell for your token.';
    return `Choose the side of ${cell.join(' ')} for a wall.`;
  },
  click(choices, { cell }, at) {
    const side = cell && sideAt(cell, at);
    if (cell && side) return build(choices, cell, side);
    const target = cellAt(at);
    return sidesOf(choices, target) && !same(target, cell)
      ? { draft: { cell: target, cursor: target } }
      : null;
  },
  press(choices, { cell, cursor }, { key }) {
    const at = cursor ?? choices.token;
    if (key === 'Enter' && cell === null && sidesOf(choices, at)) return { draft: { cell: at, cursor: at } };
    const step = ARROWS[key];
    if (step === undefined) return null;
    if (cell) return build(choices, cell, SIDES.find((s) => s.arrow === key)!.side);
    const [x, y] = plus(at, step);
    return { draft: { cell, cursor: [Math.min(Math.max(x, 0), LAST), Math.min(Math.max(y, 0), LAST)] } };
  },
  buttons(choices, { cell }) {
    if (cell === null) return [];
    return SIDES.map(({ side, key, word }) => {
      const next = build(choices, cell, side);
      return { label: `${word} wall`, key, disabled: next === null, next: next ?? { draft: NONE } };
    });
  },
  undo: ({ cell }) => (cell === null ? null : { cell: null, cursor: cell }),
  draw(ctx, choices, { cell, cursor }, { theme, seat, pointer }) {
    const under = pointer && cellAt(pointer);
    if (cell === null) {
      highlightCells(
        ctx,
        theme,
        choices.targets.map((t) => t.cell),
      );
      for (const at of [under, cursor]) if (at && sidesOf(choices, at)) outlineCell(ctx, theme.accent, at);
      if (cursor) outlineCell(ctx, theme.text, cursor);
      return;
    }
    if (!same(cell, choices.token)) {
      ctx.save();
      ctx.globalAlpha = 0.6;
      token(ctx, theme, seat, cell[0] + 0.5, cell[1] + 0.5, 0.24, String(seat));
      ctx.restore();
    }
    const selected = pointer && sideAt(cell, pointer);
    for (const side of sidesOf(choices, cell) ?? [])
      wall(ctx, theme.accent, cell, side, side === selected ? 1 : 0.45);
  },
};

export default input;

function sidesOf(choices: Choices, cell: Cell): string[] | undefined {
  return choices.targets.find((t) => same(t.cell, cell))?.sides;
}

function build(choices: Choices, cell: Cell, side: string): Next<Draft> | null {
  if (!sidesOf(choices, cell)?.includes(side)) return null;
  return { draft: NONE, send: `${cell.join(' ')} ${side}` };
}

/** The side of a cell that a point selects: the nearest one, unless the point is in the middle or far away. */
export function sideAt([cx, cy]: Cell, { x, y }: Point): string | null {
  const dx = x - cx - 0.5;
  const dy = y - cy - 0.5;
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  if (far < MIDDLE || far > BEYOND) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? 'L' : 'R';
  return dy < 0 ? 'U' : 'D';
}

function wall(ctx: Ctx, color: string, [x, y]: Cell, side: string, alpha: number): void {
  const ends = { U: [0, 0, 1, 0], D: [0, 1, 1, 1], L: [0, 0, 0, 1], R: [1, 0, 1, 1] }[side] ?? [0, 0, 0, 0];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ends;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  ctx.moveTo(x + x1 + (x2 - x1) * 0.06, y + y1 + (y2 - y1) * 0.06);
  ctx.lineTo(x + x1 + (x2 - x1) * 0.94, y + y1 + (y2 - y1) * 0.94);
  ctx.strokeStyle = color;
  ctx.lineWidth = 0.2;
  ctx.lineCap = 'round';
  ctx.stroke();
  ctx.restore();
}
