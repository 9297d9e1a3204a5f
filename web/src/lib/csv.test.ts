import { expect, test } from 'vitest';
import { csv } from './csv';

test('values with commas, quotes and line ends are quoted, and missing ones are empty', () => {
  expect(
    csv([
      ['turn', 'text'],
      [1, 'a, "b"\nc'],
      [null, undefined],
    ]),
  ).toBe('turn,text\r\n1,"a, ""b""\nc"\r\n,\r\n');
});
