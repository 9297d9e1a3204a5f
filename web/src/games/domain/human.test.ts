import { describe, expect, test } from 'vitest';
import input, { type Draft, sideAt } from './human';
import type { Choices } from './types.gen';

const choices: Choices = {
  token: [0, 0],
  targets: [
    { cell: [0, 0], sides: ['D', 'R'] },
    { cell: [1, 0], sides: ['D', 'L', 'R'] },
    { cell: [1, 1], sides: ['U', 'D', 'L', 'R'] },
  ],
};
const none = input.begin(choices, undefined);
const key = (name: string) => ({ key: name, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false });

describe('a point of a cell means a side', () => {
  test.each([
    ['the middle is none', 1.5, 1.55, null],
    ['up', 1.5, 1.1, 'U'],
    ['down', 1.6, 1.9, 'D'],
    ['left', 1.05, 1.4, 'L'],
    ['right', 1.9, 1.4, 'R'],
    ['a little beyond the side', 2.2, 1.5, 'R'],
    ['too far beyond it', 2.4, 1.5, null],
  ])('%s', (_, x, y, want) => {
    expect(sideAt([1, 1], { x, y })).toBe(want);
  });
});

test('a click chooses the cell, a second one its wall', () => {
  const first = input.click(choices, none, { x: 1.5, y: 0.5 })!;
  expect(first.draft.cell).toEqual([1, 0]);
  expect(first.send).toBeUndefined();
  expect(input.click(choices, first.draft, { x: 1.9, y: 0.5 })?.send).toBe('1 0 R');
  expect(input.click(choices, first.draft, { x: 1.5, y: 0.05 })).toBeNull(); // the border is a wall already
  expect(input.click(choices, first.draft, { x: 0.5, y: 0.5 })?.draft.cell).toEqual([0, 0]); // another cell
});

test('a cell out of reach is not an answer', () => {
  expect(input.click(choices, none, { x: 6.5, y: 6.5 })).toBeNull();
});

test('keys do the same', () => {
  let draft: Draft = none;
  for (const name of ['ArrowRight', 'ArrowDown', 'Enter'])
    draft = input.press(choices, draft, key(name))!.draft;
  expect(draft.cell).toEqual([1, 1]);
  expect(input.press(choices, draft, key('ArrowUp'))?.send).toBe('1 1 U');
  expect(input.undo(draft)).toEqual({ cell: null, cursor: [1, 1] });
  expect(input.undo(none)).toBeNull();
});

test('buttons are for the sides of the chosen cell', () => {
  expect(input.buttons(choices, none)).toEqual([]);
  const sides = input.buttons(choices, { cell: [0, 0], cursor: null });
  expect(sides.filter((b) => !b.disabled).map((b) => b.next.send)).toEqual(['0 0 D', '0 0 R']);
});
