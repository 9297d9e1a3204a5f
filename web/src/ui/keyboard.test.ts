// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { keyIsTaken } from './keyboard';

test('a key goes to the field or the button that has the focus', () => {
  document.body.innerHTML = '<input id="i"><button id="b"></button><p id="p"></p>';
  const at = (id: string) => document.getElementById(id);
  expect(keyIsTaken(at('i'), 'ArrowLeft')).toBe(true);
  expect(keyIsTaken(at('b'), ' ')).toBe(true);
  expect(keyIsTaken(at('b'), 'ArrowLeft')).toBe(false);
  expect(keyIsTaken(at('p'), ' ')).toBe(false);
});
