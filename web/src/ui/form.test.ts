import { expect, test } from 'vitest';
import { Values } from './form';

test('values are trimmed, and an empty field has no number', () => {
  const data = new FormData();
  for (const [name, value] of [
    ['name', ' nightly '],
    ['games', ''],
    ['elo0', '-5'],
    ['bots', 'one\n\n two \n'],
    ['bots', 'three'],
    ['start', 'on'],
  ] as const)
    data.append(name, value);
  const v = new Values(data);
  expect(v.text('name')).toBe('nightly');
  expect(v.number('games')).toBeUndefined();
  expect(v.number('elo0')).toBe(-5);
  expect(v.lines('bots')).toEqual(['one', 'two', 'three']);
  expect([v.checked('start'), v.checked('other')]).toEqual([true, false]);
});
