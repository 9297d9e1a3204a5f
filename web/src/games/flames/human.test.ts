import { expect, test } from 'vitest';
import input, { type Draft } from './human';
import type { Choices } from './types.gen';

const choices: Choices = {
  valid: ['PASS', 'MOVE N', 'JUMP E', 'IMMO SW'],
  at: [5, 5],
  hp: 40,
  ap: 10,
  jumps: 1,
  flames: [],
  dead: false,
};
const none: Draft = input.begin(choices, undefined);
const key = (name: string, shiftKey = false) => ({
  key: name,
  altKey: false,
  shiftKey,
  ctrlKey: false,
  metaKey: false,
});

test.each([
  ['the next cell', 5.5, 4.5, 'MOVE N'],
  ['two cells away', 7.1, 5.9, 'JUMP E'],
  ['across', 4.5, 6.5, 'IMMO SW'],
  ['the own cell', 5.5, 5.5, 'PASS'],
  ['what is not valid', 4.5, 5.5, undefined],
  ['what no action leads to', 9.5, 5.5, undefined],
])('a click on %s', (_, x, y, want) => {
  expect(input.click(choices, none, { x, y })?.send).toBe(want);
});

test('arrows move, and jump with Shift; letters are for the others', () => {
  expect(input.press(choices, none, key('ArrowUp'))?.send).toBe('MOVE N');
  expect(input.press(choices, none, key('ArrowRight', true))?.send).toBe('JUMP E');
  expect(input.press(choices, none, key('a'))?.send).toBe('IMMO SW');
  expect(input.press(choices, none, key('p'))?.send).toBe('PASS');
  expect(input.press(choices, none, key('ArrowRight'))).toBeNull();
});

test('collected actions are one answer, and each can be taken back', () => {
  let { draft } = input.press(choices, none, key('c'))!;
  for (const name of ['ArrowUp', 'p']) draft = input.press(choices, draft, key(name))!.draft;
  expect(input.line!(choices, draft)).toBe('MOVE N;PASS');
  expect(input.begun!(draft)).toBe('MOVE N;PASS');
  expect(input.line!(choices, input.undo(draft)!)).toBe('MOVE N');
  expect(input.line!(choices, none)).toBeNull();
  expect(input.begin(choices, draft)).toEqual({ collects: true, actions: [] });
});

test('every button does what its key does', () => {
  for (const b of input.buttons(choices, none).filter((b) => /^[A-Z]$/.test(b.key ?? '') && !b.disabled))
    expect(input.press(choices, none, key(b.key!))).toEqual(b.next);
});
