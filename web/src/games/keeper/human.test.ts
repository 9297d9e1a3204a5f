import { expect, test } from 'vitest';
import { fixtureOf } from '../../testing';
import input from './human';
import type { Choices, Scene, View } from './types.gen';
import { veil } from './veil';

const choices: Choices = {
  at: [3, 3],
  moves: [
    [2, 3],
    [3, 4],
  ],
  weapons: [
    { name: 'sword', charges: null, targets: [{ cell: [2, 3], hits: [[2, 3]] }] },
    { name: 'hammer', charges: 0, targets: [] },
    {
      name: 'scythe',
      charges: 1,
      targets: [
        {
          cell: [3, 1],
          hits: [
            [3, 2],
            [3, 1],
          ],
        },
      ],
    },
    { name: 'bow', charges: 2, targets: [{ cell: [6, 6], hits: [[6, 6]] }] },
  ],
};
const none = input.begin(choices, undefined);
const key = (name: string) => ({ key: name, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false });

test('a click moves, an arrow steps, W waits', () => {
  expect(input.click(choices, none, { x: 9.2, y: 3.9 })?.send).toBe('MOVE 9 3');
  expect(input.press(choices, none, key('ArrowLeft'))?.send).toBe('MOVE 2 3');
  expect(input.press(choices, none, key('w'))?.send).toBe('MOVE 3 3');
  expect(input.press(choices, none, key('x'))).toBeNull();
});

test('a weapon and a cell in its range are an attack', () => {
  const { draft } = input.press(choices, none, key('3'))!;
  expect(draft.weapon).toBe(3);
  expect(input.click(choices, draft, { x: 6.5, y: 6.5 })?.send).toBe('ATTACK 3 6 6');
  expect(input.click(choices, draft, { x: 7.5, y: 6.5 })).toBeNull();
  expect(input.undo(draft)).toEqual(none);
});

test('keys aim and Enter attacks', () => {
  let { draft } = input.press(choices, none, key('2'))!;
  for (const name of ['ArrowUp', 'ArrowUp']) draft = input.press(choices, draft, key(name))!.draft;
  expect(input.press(choices, draft, key('Enter'))?.send).toBe('ATTACK 2 3 1');
});

test('a weapon without a charge cannot be taken', () => {
  expect(input.press(choices, none, key('1'))).toBeNull();
  expect(input.buttons(choices, none).find((b) => b.label === 'Hammer ×0')?.disabled).toBe(true);
});

test('the veil keeps only what the hero sees', () => {
  const { frames } = fixtureOf<Scene, View>('keeper');
  const see = veil();
  let hidden = 0;
  for (const frame of frames) {
    const all = frame.view;
    const seen = see(frame).view;
    for (const { cell } of seen.monsters) expect(all.fog[cell[1]]![cell[0]]).toBe('.');
    for (const { cell } of seen.items) expect(all.fog[cell[1]]![cell[0]]).not.toBe('#');
    hidden += all.monsters.length - seen.monsters.length;
  }
  expect(hidden).toBeGreaterThan(0);
});
