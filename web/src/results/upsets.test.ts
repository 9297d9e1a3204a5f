import { expect, test } from 'vitest';
import type { Match } from '../api/types';
import { expected, upsetsOf } from './upsets';

const ratings = new Map([
  [
    'ctf',
    new Map<string, number | null>([
      ['strong', 200],
      ['weak', -200],
      ['new', null],
    ]),
  ],
]);

const match = (...bots: [string, number][]) =>
  ({ game: 'ctf', state: 'played', seats: bots.map(([bot, rank]) => ({ bot, rank })) }) as Match;

test.each([
  ['the weak one wins', match(['strong', 2], ['weak', 1]), ['weak']],
  ['the strong one wins', match(['strong', 1], ['weak', 2]), []],
  ['a draw', match(['strong', 1], ['weak', 1]), []],
  ['a bot without a rating', match(['strong', 2], ['new', 1]), []],
  ['one seat', match(['weak', 1]), []],
])('an upset: %s', (_, played, want) => {
  expect(upsetsOf([played], ratings).map((u) => u.winner)).toEqual(want);
});

test('400 Elo are ten to one', () => {
  expect(expected(400, 0)).toBeCloseTo(10 / 11);
});
