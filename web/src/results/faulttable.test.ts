import { expect, test } from 'vitest';
import type { Match } from '../api/types';
import { faultsOf } from './faulttable';

const match = {
  seats: [{ bot: 'a' }, { bot: 'b' }],
  faults: [
    { seat: 1, turn: 3, kind: 'garbled', why: '' },
    { seat: 1, turn: 4, kind: 'garbled', why: '' },
    { seat: 0, turn: 9, kind: 'timeout', why: '' },
  ],
} as Match;

test('the first fault of each seat', () => {
  expect(faultsOf([match]).map((f) => f.fault.turn)).toEqual([3, 9]);
});

test('the faults of one bot', () => {
  expect(faultsOf([match], 'a').map((f) => f.fault.turn)).toEqual([9]);
});
