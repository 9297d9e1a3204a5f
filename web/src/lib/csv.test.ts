import { expect, test } from 'vitest';
import { csv } from './csv';

test('a text that a spreadsheet would run begins with an apostrophe, and a negative number does not', () => {
  expect(
    csv([['=HYPERLINK("a")', '@SUM(1)', '+1+2', '-2+3', '\t=1', '-12.5', '+3', -4, '-1e-7', 'a=b', '-']]),
  ).toBe(`"'=HYPERLINK(""a"")",'@SUM(1),'+1+2,'-2+3,'\t=1,-12.5,+3,-4,-1e-7,a=b,'-\r\n`);
});

test('values with commas, quotes and line ends are quoted, and missing ones are empty', () => {
  expect(
    csv([
      ['turn', 'text'],
      [1, 'a, "b"\nc'],
      [null, undefined],
    ]),
  ).toBe('turn,text\r\n1,"a, ""b""\nc"\r\n,\r\n');
});
