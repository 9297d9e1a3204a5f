import type { Theme } from '../../ui/theme';
import { type Cell, cellAt, has, middle, plus, same } from '../board/cell';
import { arrow, highlightCells, outlineCell } from '../board/highlight';
import { type Ctx, text } from '../board/text';
import { ARROWS, type Button, type Input, type Next } from '../input';
import type { Choices, MinionChoices, View } from './types.gen';
import { veil } from './veil';

export interface Order {
  id: number;
  verb: 'WAIT' | 'MOVE' | 'FIRE' | 'FREEZE' | 'MINE';
  to?: Cell;
}

/** At most one order per minion, in the order given. */
export interface Draft {
  selected: number | null; // the minion that gets the next command
  mine: boolean; // the next cell is for its mine
  orders: Order[];
}

const input: Input<Choices, Draft, View> = {
  keys: [
    ['0 to 4', 'choose a minion'],
    ['↑ ↓ ← →', 'one step; after M, the cell of the mine'],
    ['F', 'FIRE'],
    ['Z', 'FREEZE'],
    ['M', 'MINE'],
    ['W', 'WAIT'],
    ['Enter', 'send the orders'],
    ['Backspace', 'undo the last order'],
  ],
  fog: {
    note: 'Shows what your minions see, and coins as last seen. You can turn the fog off; a bot cannot.',
    veil,
  },
  begin(choices, previous) {
    // A minion that has not reached its target keeps moving until it gets another order.
    const orders = (previous?.orders ?? []).filter(({ id, verb, to }) => {
      const m = choices.minions.find((one) => one.id === id);
      return m !== undefined && m.timeout === 0 && verb === 'MOVE' && !same(m.at, to ?? null);
    });
    return { selected: nextOf(choices, orders, null), mine: false, orders };
  },
  prompt({ minions }, { selected, mine, orders }) {
    const given = orders.length === 0 ? '' : ` Orders: ${orders.map(lineOf).join(' | ')}`;
    if (mine) return `Choose a cell beside minion ${selected} for the mine.`;
    if (minions.every((m) => m.timeout > 0)) return 'All your minions are frozen: send the turn.';
    if (selected === null) return `Send the orders, or choose a minion.${given}`;
    return `Minion ${selected}: click where it should move, or choose a command.${given}`;
  },
  click(choices, draft, at) {
    const cell = cellAt(at);
    const own = choices.minions.find((m) => same(m.at, cell));
    if (draft.mine) return plant(choices, draft, cell);
    if (own) return select(choices, draft, own.id);
    return draft.selected === null
      ? null
      : order(choices, draft, { id: draft.selected, verb: 'MOVE', to: cell });
  },
  press(choices, draft, { key }) {
    if (/^[0-4]$/.test(key)) return select(choices, draft, Number(key));
    const step = ARROWS[key];
    const m = minionOf(choices, draft.selected);
    if (step && m) {
      const to = plus(m.at, step);
      if (draft.mine) return plant(choices, draft, to);
      return has(m.moves, to) ? order(choices, draft, { id: m.id, verb: 'MOVE', to }) : null;
    }
    const button = commands(choices, draft).find((b) => b.key === key.toUpperCase());
    return button && !button.disabled ? button.next : null;
  },
  buttons(choices, draft) {
    const minions = choices.minions.map((m) => ({
      label: m.timeout > 0 ? `Minion ${m.id}, frozen` : `Minion ${m.id}`,
      key: String(m.id),
      on: draft.selected === m.id,
      disabled: m.timeout > 0,
      next: select(choices, draft, m.id) ?? { draft },
    }));
    return [...minions, ...commands(choices, draft)];
  },
  undo(draft) {
    if (draft.mine) return { ...draft, mine: false };
    const last = draft.orders.at(-1);
    return last === undefined ? null : { selected: last.id, mine: false, orders: draft.orders.slice(0, -1) };
  },
  line({ minions }, { orders }) {
    if (orders.length > 0) return orders.map(lineOf).join(' | ');
    return minions.length === 0 ? null : `WAIT ${minions[0]!.id}`; // an answer has at least one command
  },
  focus(choices, { selected }) {
    const m = minionOf(choices, selected);
    return m === undefined ? null : middle(m.at);
  },
  pad: { enter: 'send the orders' },
  draw(ctx, choices, { selected, mine, orders }, { theme, pointer }) {
    const m = minionOf(choices, selected);
    const under = pointer && cellAt(pointer);
    for (const o of orders) drawOrder(ctx, theme, choices, o);
    if (m === undefined) return;
    highlightCells(ctx, theme, mine ? m.mines : m.moves);
    outlineCell(ctx, theme.accent, m.at);
    if (under) outlineCell(ctx, mine ? theme.danger : theme.accent, under);
  },
};

export default input;

function minionOf(choices: Choices, id: number | null): MinionChoices | undefined {
  return choices.minions.find((m) => m.id === id);
}

/**
 * Returns the next minion after the given one that can act and has no order; null without such a
 * minion.
 */
function nextOf(choices: Choices, orders: readonly Order[], after: number | null): number | null {
  const free = choices.minions.filter((m) => m.timeout === 0 && !orders.some((o) => o.id === m.id));
  return (free.find((m) => m.id > (after ?? -1)) ?? free[0])?.id ?? null;
}

function select(choices: Choices, draft: Draft, id: number): Next<Draft> | null {
  const m = minionOf(choices, id);
  return m === undefined || m.timeout > 0 ? null : { draft: { ...draft, selected: id, mine: false } };
}

function order(choices: Choices, { orders }: Draft, given: Order): Next<Draft> {
  const all = [...orders.filter((o) => o.id !== given.id), given];
  return { draft: { selected: nextOf(choices, all, given.id), mine: false, orders: all } };
}

function plant(choices: Choices, draft: Draft, to: Cell): Next<Draft> | null {
  const m = minionOf(choices, draft.selected);
  if (m === undefined || !has(m.mines, to)) return null;
  return order(choices, draft, { id: m.id, verb: 'MINE', to });
}

/** The score points left for the selected minion after the orders of the others. */
export function creditsFor({ credits, prices }: Choices, { orders, selected }: Draft): number {
  const price = { FIRE: prices.fire, FREEZE: prices.freeze, MINE: prices.mine, WAIT: 0, MOVE: 0 };
  return orders.reduce((left, o) => (o.id === selected ? left : left - price[o.verb]), credits);
}

/** The commands of the selected minion. */
function commands(choices: Choices, draft: Draft): Button<Draft>[] {
  const { selected } = draft;
  const left = creditsFor(choices, draft);
  const { fire, freeze, mine } = choices.prices;
  const give = (verb: Order['verb']) =>
    selected === null ? { draft } : order(choices, draft, { id: selected, verb });
  const none = selected === null;
  return [
    { label: 'WAIT', key: 'W', disabled: none, next: give('WAIT') },
    { label: `FIRE ${fire}`, key: 'F', disabled: none || left < fire, next: give('FIRE') },
    { label: `FREEZE ${freeze}`, key: 'Z', disabled: none || left < freeze, next: give('FREEZE') },
    {
      label: `MINE ${mine}`,
      key: 'M',
      on: draft.mine,
      disabled: none || left < mine,
      next: { draft: { ...draft, mine: !draft.mine } },
    },
  ];
}

/** An order as the protocol writes it: the row first. */
function lineOf({ id, verb, to }: Order): string {
  return to === undefined ? `${verb} ${id}` : `${verb} ${id} ${to[1]} ${to[0]}`;
}

function drawOrder(ctx: Ctx, theme: Theme, choices: Choices, { id, verb, to }: Order): void {
  const m = minionOf(choices, id);
  if (m === undefined) return;
  if (to && verb === 'MOVE') {
    arrow(ctx, theme.accent, m.at, to, 0.1);
    return;
  }
  const [x, y] = to ?? m.at;
  const color = {
    FIRE: theme.fire,
    FREEZE: theme.ice,
    MINE: theme.danger,
    WAIT: theme.text,
    MOVE: theme.text,
  }[verb];
  if (to) outlineCell(ctx, color, to);
  text(ctx, verb, x + 0.5, y - 0.12, { color, size: 0.42, weight: 700, halo: theme.board });
}
