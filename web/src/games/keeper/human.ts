import { capital } from '../../ui/format';
import { type Cell, cellAt, plus, same } from '../board/cell';
import { highlightCells, outlineCell } from '../board/highlight';
import { ARROWS, type Button, type Input, type Next } from '../input';
import type { Choices, View } from './types.gen';
import { veil } from './veil';

/** A move takes one click or key; an attack takes a weapon and then a cell. */
export interface Draft {
  weapon: number | null; // null to move
  cursor: Cell | null; // moved by the arrow keys
}

const MOVE: Draft = { weapon: null, cursor: null };

const input: Input<Choices, Draft, View> = {
  keys: [
    ['↑ ↓ ← →', 'step; with a weapon, move the cursor'],
    ['W', 'wait'],
    ['0 1 2 3', 'sword, hammer, scythe, bow'],
    ['Enter', 'attack the cell'],
    ['Esc', 'put the weapon away'],
  ],
  fog: {
    note: 'Shows what your hero sees, and items where last seen. You can turn the fog off; a bot cannot.',
    veil: () => veil(),
  },
  begin: () => MOVE,
  prompt({ weapons }, { weapon }) {
    if (weapon === null) return 'Click a cell to move there, one step per turn, or choose a weapon.';
    return `Choose a cell for the ${weapons[weapon]!.name}.`;
  },
  click(choices, { weapon }, at) {
    const cell = cellAt(at);
    return weapon === null ? move(cell) : attack(choices, weapon, cell);
  },
  press(choices, draft, { key }) {
    const step = ARROWS[key];
    if (step && draft.weapon === null) return move(plus(choices.at, step));
    if (step) return { draft: { ...draft, cursor: plus(draft.cursor ?? choices.at, step) } };
    if (key === 'Enter' && draft.weapon !== null && draft.cursor)
      return attack(choices, draft.weapon, draft.cursor);
    const button = buttons(choices, draft).find((b) => b.key?.toLowerCase() === key.toLowerCase());
    return button && !button.disabled ? button.next : null;
  },
  buttons,
  pad: { enter: 'attack the cell', else: { key: 'w', does: 'wait' } },
  undo: ({ weapon }) => (weapon === null ? null : MOVE),
  draw(ctx, choices, { weapon, cursor }, { theme, pointer }) {
    const under = pointer && cellAt(pointer);
    if (weapon === null) {
      highlightCells(ctx, theme, choices.moves);
      if (under) outlineCell(ctx, theme.accent, under);
      return;
    }
    const { targets } = choices.weapons[weapon]!;
    highlightCells(
      ctx,
      theme,
      targets.map((t) => t.cell),
      0.7,
    );
    if (cursor) outlineCell(ctx, theme.text, cursor);
    const hits = targets.find((t) => same(t.cell, under) || (under === null && same(t.cell, cursor)))?.hits;
    for (const hit of hits ?? []) outlineCell(ctx, theme.fire, hit);
  },
};

export default input;

function move(cell: Cell): Next<Draft> {
  return { draft: MOVE, send: `MOVE ${cell.join(' ')}` };
}

function attack({ weapons }: Choices, weapon: number, cell: Cell): Next<Draft> | null {
  if (!weapons[weapon]!.targets.some((t) => same(t.cell, cell))) return null;
  return { draft: MOVE, send: `ATTACK ${weapon} ${cell.join(' ')}` };
}

function buttons(choices: Choices, { weapon }: Draft): Button<Draft>[] {
  return [
    { label: 'Wait', key: 'W', next: move(choices.at) },
    { label: 'Move', key: 'M', on: weapon === null, next: { draft: MOVE } },
    ...choices.weapons.map(({ name, charges, targets }, i) => ({
      label: charges === null ? capital(name) : `${capital(name)} ×${charges}`,
      key: String(i),
      on: weapon === i,
      disabled: targets.length === 0,
      next: { draft: { weapon: i, cursor: choices.at } },
    })),
  ];
}
