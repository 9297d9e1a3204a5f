import { expect, test } from 'vitest';
import type { Frame } from '../replay/model';
import { stderrLines } from './stderrlines';

const frame = (turn: number, ...stderr: string[]) =>
  ({ turn, seats: stderr.map((text) => ({ asked: true, stderr: text })) }) as Frame;
const frames = [
  frame(0, '', 'hello\n'),
  frame(1, 'Depth 5\n@metric depth 5\n', '@draw cell 1 1 red\ndepth 7\n'),
];
const texts = (filter: Partial<Parameters<typeof stderrLines>[1]>) =>
  stderrLines(frames, { seat: null, search: '', hideTags: false, ...filter }).map(
    ({ turn, seat, text }) => `${turn} ${seat} ${text}`,
  );

test('stderr has every line of the match, with its turn and seat', () => {
  expect(texts({})).toEqual([
    '0 1 hello',
    '1 0 Depth 5',
    '1 0 @metric depth 5',
    '1 1 @draw cell 1 1 red',
    '1 1 depth 7',
  ]);
});

test('lines that draw or name a metric are hidden on demand', () => {
  expect(texts({ hideTags: true })).toEqual(['0 1 hello', '1 0 Depth 5', '1 1 depth 7']);
});

test('search ignores the case of letters, and a chosen seat shows its own lines', () => {
  expect(texts({ search: 'DEPTH', hideTags: true })).toEqual(['1 0 Depth 5', '1 1 depth 7']);
  expect(texts({ seat: 1, search: 'depth' })).toEqual(['1 1 depth 7']);
});
