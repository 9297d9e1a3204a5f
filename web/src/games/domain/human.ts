import { type Ctx, token } from '../board/draw';
import { choosable, pointed } from '../board/highlight';
import { ARROWS, type Cell, cellAt, type Input, type Next, type Point, plus, same } from '../input';

export interface Choices {
  token: Cell;
  targets: { cell: Cell; sides: string[] }[];
}

/** First the cell, then the side of its wall, which completes the answer. */
export interface Draft {
  cell: Cell | null; // chosen
  cursor: Cell | null; // where the keys are
}

const NONE: Draft = { cell: null, cursor: null };
const SIDES = [
  { side: 'U', arrow: 'ArrowUp', key: '↑', word: 'upper' },
  { side: 'D', arrow: 'ArrowDown', key: '↓', word: 'lower' },
  { side: 'L', arrow: 'ArrowLeft', key: '←', word: 'left' },
  { side: 'R', arrow: 'ArrowRight', key: '→', word: 'right' },
] as const;
const MIDDLE = 0.15; // so near to its middle a cell has no side
const BEYOND = 0.8; // so far from its middle a side is still meant
const LAST = 6; // column and row

const input: Input<Choices, Draft> = {
  keys: [
    ['↑ ↓ ← →', 'go to a cell, and then choose the side of the wall'],
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
      choosable(
        ctx,
        theme,
        choices.targets.map((t) => t.cell),
      );
      for (const at of [under, cursor]) if (at && sidesOf(choices, at)) pointed(ctx, theme.accent, at);
      if (cursor) pointed(ctx, theme.text, cursor);
      return;
    }
    if (!same(cell, choices.token)) {
      ctx.save();
      ctx.globalAlpha = 0.6;
      token(ctx, theme, seat, cell[0] + 0.5, cell[1] + 0.5, 0.24, String(seat));
      ctx.restore();
    }
    const meant = pointer && sideAt(cell, pointer);
    for (const side of sidesOf(choices, cell) ?? [])
      wall(ctx, theme.accent, cell, side, side === meant ? 1 : 0.45);
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

/** The side of a cell that a point means: the nearest one, unless it is in the middle or far away. */
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
