import { type Cell, cellAt, plus, same } from '../board/cell';
import { arrow } from '../board/highlight';
import { ARROWS, type Button, type Input, type Next } from '../input';
import { ACTIONS } from './actions';
import { paletteOf } from './palette';
import type { Choices, View } from './types.gen';

/** Actions are sent one by one or collected into one answer. The choices are those after the collected actions. */
export interface Draft {
  collects: boolean;
  actions: string[];
}

const input: Input<Choices, Draft, View> = {
  keys: [
    ['↑ ↓ ← →', 'MOVE; with Shift, JUMP'],
    ['Q E A D', 'IMMO to NW, NE, SW, SE'],
    ['P', 'PASS'],
    ['C', 'collect actions instead of sending each at once'],
    ['Enter', 'send the collected actions'],
    ['Backspace', 'undo the last action'],
  ],
  begin: (_choices, previous) => ({ collects: previous?.collects ?? false, actions: [] }),
  prompt({ hp, ap, jumps, dead }, { collects, actions }) {
    if (dead) return 'This kills the character. Undo it.';
    const left = `${hp} HP, ${ap} AP, ${jumps === 1 ? '1 jump' : `${jumps} jumps`}`;
    if (actions.length > 0) return `${actions.join('; ')}: then ${left}.`;
    return `${collects ? 'Collect actions' : 'Choose an action'}: click a cell or press a key. ${left}.`;
  },
  click(choices, draft, at) {
    const cell = cellAt(at);
    const action = Object.keys(ACTIONS).find((a) => same(plus(choices.at, ACTIONS[a]!.to), cell));
    return action === undefined ? null : act(choices, draft, action);
  },
  press(choices, draft, { key, shiftKey }) {
    const step = ARROWS[key];
    if (step) {
      const to: Cell = shiftKey ? [2 * step[0], 2 * step[1]] : step;
      return act(choices, draft, Object.keys(ACTIONS).find((a) => same(ACTIONS[a]!.to, to))!);
    }
    const button = buttons(choices, draft).find((b) => b.key === key.toUpperCase());
    return button && !button.disabled ? button.next : null;
  },
  buttons,
  undo: (draft) => (draft.actions.length === 0 ? null : { ...draft, actions: draft.actions.slice(0, -1) }),
  line: (_choices, { actions }) => (actions.length === 0 ? null : actions.join(';')),
  begun: ({ actions }) => actions.join(';'),
  draw(ctx, { valid, at, flames }, { actions }, { theme, pointer, scale }) {
    const palette = paletteOf(theme);
    const under = pointer && cellAt(pointer);
    if (actions.length > 0) {
      ctx.save();
      ctx.lineWidth = Math.max(0.08, 2 / scale);
      ctx.strokeStyle = palette.flame;
      for (const [x, y] of flames) {
        ctx.beginPath();
        ctx.arc(x + 0.5, y + 0.5, 0.42, 0, 2 * Math.PI);
        ctx.stroke();
      }
      ctx.beginPath();
      ctx.arc(at[0] + 0.5, at[1] + 0.5, 0.46, 0, 2 * Math.PI);
      ctx.fillStyle = palette.hero;
      ctx.globalAlpha = 0.85;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.strokeStyle = palette.words;
      ctx.stroke();
      ctx.restore();
    }
    for (const action of valid) {
      const { to } = ACTIONS[action] ?? { to: [0, 0] as Cell };
      if (same(to, [0, 0])) continue;
      const cell = plus(at, to);
      const pointed = same(cell, under);
      ctx.save();
      ctx.beginPath();
      ctx.roundRect(cell[0] + 0.1, cell[1] + 0.1, 0.8, 0.8, 0.18);
      ctx.setLineDash(action.startsWith('IMMO') ? [0.16, 0.12] : []);
      ctx.strokeStyle = pointed ? palette.words : palette.good;
      ctx.lineWidth = Math.max(pointed ? 0.12 : 0.07, (pointed ? 2.5 : 1.5) / scale);
      ctx.stroke();
      ctx.restore();
      if (pointed) arrow(ctx, palette.words, at, cell);
    }
  },
};

export default input;

function act(choices: Choices, draft: Draft, action: string): Next<Draft> | null {
  if (!choices.valid.includes(action)) return null;
  if (!draft.collects) return { draft, send: action };
  return { draft: { ...draft, actions: [...draft.actions, action] } };
}

function buttons(choices: Choices, draft: Draft): Button<Draft>[] {
  const actions = Object.entries(ACTIONS).map(([label, { key }]) => {
    const next = act(choices, draft, label);
    return { label, key, disabled: next === null, next: next ?? { draft } };
  });
  return [
    ...actions,
    {
      label: 'Collect',
      key: 'C',
      on: draft.collects,
      disabled: draft.actions.length > 0,
      next: { draft: { ...draft, collects: !draft.collects } },
    },
  ];
}
