import { expect, test } from 'vitest';
import { pressed, sorted } from './sort';

test.each([
  ['numbers', [2, 10, 1], false, [1, 2, 10]],
  ['numbers downwards', [2, 10, 1], true, [10, 2, 1]],
  ['names with numbers', ['b10', 'b9', 'A'], false, ['A', 'b9', 'b10']],
  ['nothing comes last', [null, 2, 1], false, [1, 2, null]],
  ['nothing comes last downwards too', [null, 2, 1], true, [2, 1, null]],
])('sorted: %s', (_, rows, down, want) => {
  expect(sorted<string | number | null>(rows, (r) => r, down)).toEqual(want);
});

test('equal rows keep their order', () => {
  expect(sorted(['b', 'a', 'c'], () => 1, true)).toEqual(['b', 'a', 'c']);
});

test('a click sorts, a second one reverses', () => {
  const once = pressed(null, 'elo', true);
  expect(once).toEqual({ key: 'elo', down: true });
  expect(pressed(once, 'elo', true)).toEqual({ key: 'elo', down: false });
  expect(pressed(once, 'bot', false)).toEqual({ key: 'bot', down: false });
});
