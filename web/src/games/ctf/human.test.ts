import { expect, test } from 'vitest';
import { fixtureOf } from '../../testing';
import input, { creditsFor, type Draft } from './human';
import type { Choices, Scene, View } from './types.gen';
import { veil } from './veil';

const side: [number, number][] = [
  [4, 2],
  [4, 4],
];
const paid = { fire: true, freeze: true, mine: true };
const choices: Choices = {
  credits: 20,
  prices: { fire: 7, freeze: 12, mine: 15 },
  minions: [
    { id: 0, at: [4, 3], health: 100, timeout: 0, moves: side, mines: side, ...paid },
    { id: 1, at: [9, 9], health: 50, timeout: 2, moves: [], mines: [], ...paid },
    { id: 3, at: [6, 6], health: 50, timeout: 0, moves: [[6, 7]], mines: [[6, 7]], ...paid },
  ],
};
const none: Draft = input.begin(choices, undefined);
const key = (name: string) => ({ key: name, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false });
const typed = (...names: string[]) =>
  names.reduce((draft, name) => input.press(choices, draft, key(name))?.draft ?? draft, none);

test('the first minion that can act is chosen, and the next after each order', () => {
  expect(none.selected).toBe(0);
  const { draft } = input.click(choices, none, { x: 20.5, y: 7.5 })!;
  expect(input.line!(choices, draft)).toBe('MOVE 0 7 20'); // the row first
  expect(draft.selected).toBe(3);
});

test('a click on an own minion chooses it, unless it is frozen', () => {
  expect(input.click(choices, none, { x: 6.5, y: 6.5 })?.draft.selected).toBe(3);
  expect(input.click(choices, none, { x: 9.5, y: 9.5 })).toBeNull();
});

test('keys give orders to all', () => {
  expect(input.line!(choices, typed('ArrowUp', 'f'))).toBe('MOVE 0 2 4 | FIRE 3');
  expect(input.line!(choices, typed('3', 'w', 'm', 'ArrowDown'))).toBe('WAIT 3 | MINE 0 4 4');
  expect(input.press(choices, none, key('ArrowLeft'))).toBeNull(); // a wall
});

test('points spent by the other minions cannot be spent twice', () => {
  const draft = typed('z'); // minion 0 freezes for 12 of 20
  expect(creditsFor(choices, draft)).toBe(8);
  const can = Object.fromEntries(input.buttons(choices, draft).map((b) => [b.key, !b.disabled]));
  expect(can).toMatchObject({ F: true, Z: false, M: false });
  expect(creditsFor(choices, { ...draft, selected: 0 })).toBe(20); // its own order would be replaced
});

test('the camera is at the chosen minion, and stays when there is none', () => {
  expect(input.focus!(choices, none)).toEqual({ x: 4.5, y: 3.5 });
  expect(input.focus!(choices, typed('ArrowUp', 'f'))).toBeNull();
});

test('the last order is undone', () => {
  const draft = typed('ArrowUp', 'f');
  expect(input.undo(draft)).toEqual({ selected: 3, mine: false, orders: [draft.orders[0]] });
  expect(input.undo(none)).toBeNull();
});

test('without orders one minion waits, since an answer needs a command', () => {
  expect(input.line!(choices, none)).toBe('WAIT 0');
});

test('a minion on its way keeps moving in the next turn, and one that arrived does not', () => {
  const far: Draft = {
    selected: null,
    mine: false,
    orders: [
      { id: 0, verb: 'MOVE', to: [20, 7] },
      { id: 3, verb: 'MOVE', to: [6, 6] },
    ],
  };
  const draft = input.begin(choices, far);
  expect(input.line!(choices, draft)).toBe('MOVE 0 7 20');
  expect(draft.selected).toBe(3);
});

test('the veil keeps only what the seat is sent', () => {
  const { frames } = fixtureOf<Scene, View>('ctf');
  for (const seat of [0, 1]) {
    const see = veil(seat);
    let hidden = 0;
    for (const frame of frames) {
      const all = frame.view;
      const seen = see(frame).view;
      const { shown, sight } = all.seats[seat]!;
      seen.seats[1 - seat]!.minions.forEach((m, id) => {
        if (!shown.includes(id)) expect(m.alive).toBe(false);
      });
      expect(seen.seats[seat]).toEqual(all.seats[seat]);
      expect(seen.mines.every((m) => m.seat === seat)).toBe(true);
      seen.coins.forEach((row, y) => {
        for (let x = 0; x < row.length; x++) if (sight[y]![x] === '+') expect(row[x]).toBe(all.coins[y]![x]);
      });
      hidden += all.events.length - seen.events.length;
    }
    expect(hidden).toBeGreaterThan(0);
  }
});
