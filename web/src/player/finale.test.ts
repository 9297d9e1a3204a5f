import { expect, test } from 'vitest';
import type { Header, Result } from '../replay/model';
import { finaleOf } from './finale';

const seats = (...names: string[]) =>
  ({ seats: names.map((name) => ({ name, bot: `${name}@1` })) }) as Header;
const won = { ranks: [2, 1], scores: [3, 5], reason: 'domain' } as Result;

test('the winner is named, with its seat where the other has the same name', () => {
  expect(finaleOf(won, seats('mine', 'boss?level=5')).title).toBe('Boss 5 wins');
  expect(finaleOf(won, seats('mine', 'mine')).title).toBe('mine in seat 1 wins');
});
