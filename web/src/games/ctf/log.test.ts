import { expect, test } from 'vitest';
import type { Frame } from '../../replay/model';
import type { Cell } from '../board/cell';
import { logOf } from './log';
import type { Event, View } from './types.gen';

const frames = (...turns: Event[][]) =>
  [[], ...turns].map((events, turn) => ({ turn, view: { events } }) as unknown as Frame<View>);
const move = (minion: number, at: Cell, to: Cell): Event => ({
  ...{ type: 'move', step: 0, seat: 0, minion, at, to, target: to },
});
const coin = (minion: number, at: Cell): Event => ({ type: 'coin', step: 1, seat: 0, minion, at });
const text = (of: readonly Frame<View>[]) => of.map((_, turn) => logOf(of, turn).map((l) => l.text));

test('a minion that walks on has one line for all of those turns, at the first of them', () => {
  const walk = frames([move(1, [5, 4], [6, 4])], [move(1, [6, 4], [7, 4]), coin(1, [7, 4])], []);
  expect(text(walk)).toEqual([[], ['minion 1 moves from 4 5 to 4 7 in 2 turns, collects 1 coin'], [], []]);
});

test('what happens to a minion beside its walk ends it, and is one line', () => {
  const hit: Event = {
    ...{ type: 'hit', step: 2, seat: 0, minion: 1, at: [7, 4], by: 'FIRE', damage: 24, health: 76 },
  };
  const of = frames([move(1, [5, 4], [6, 4])], [move(1, [6, 4], [7, 4]), hit], [move(1, [7, 4], [8, 4])]);
  expect(text(of)).toEqual([
    [],
    ['minion 1 moves to 4 6'],
    ['minion 1 moves to 4 7, loses 24 hp to FIRE; 76 left'],
    ['minion 1 moves to 4 8'],
  ]);
});

test('each minion has a line of its own, in the order in which something happens to them', () => {
  const of = frames([move(2, [5, 4], [6, 4]), move(1, [1, 1], [1, 2]), coin(2, [6, 4])]);
  expect(text(of)[1]).toEqual(['minion 2 moves to 4 6, collects the coin at 4 6', 'minion 1 moves to 2 1']);
});
