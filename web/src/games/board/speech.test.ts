import { expect, test } from 'vitest';
import { wrap } from './speech';

test('long words of a bot are broken into lines', () => {
  const width = (line: string) => line.length;
  expect(wrap('to the exit\nnow', 8, width)).toEqual(['to the', 'exit', 'now']);
  expect(wrap('abcdefghij', 4, width)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrap('a\nb\nc\nd\ne', 4, width)).toEqual(['a', 'b', 'c', 'd ...']);
  expect(wrap(' ', 4, width)).toEqual([]);
});
