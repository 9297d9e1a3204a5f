import { expect, test } from 'vitest';
import type { Match } from '../api/types';
import { likest } from './commonstart';

const match = (id: string, seed: string, ...bots: string[]) =>
  ({ id, start: { name: `seed ${seed}`, seed }, seats: bots.map((bot) => ({ bot })) }) as Match;

test('a match of another version is on the same start, then in the same seat, then against the same opponent', () => {
  const lost = match('x', '5', 'boss@1', 'mine@2');
  const list = [
    match('a', '6', 'boss@1', 'mine@1'),
    match('b', '5', 'mine@1', 'boss@1'),
    match('c', '5', 'other@1', 'mine@1'),
    match('d', '5', 'boss@9', 'mine@1'),
    match('e', '5', 'boss@1', 'mine@1'),
  ];
  const found = (n: number) => likest(lost, 'mine@2', list.slice(0, n), 'mine@1')?.id;
  expect([1, 2, 3, 4, 5].map(found)).toEqual([undefined, 'b', 'c', 'd', 'e']);
});

test('solo matches are alike by their start', () => {
  const list = [match('a', '1', 'mine@1'), match('b', '2', 'mine@1')];
  expect(likest(match('x', '2', 'mine@2'), 'mine@2', list, 'mine@1')?.id).toBe('b');
});

test('of three seats, the other bots count together, in whatever order they sit', () => {
  const lost = match('x', '5', 'boss@1', 'mine@2', 'calm@3');
  const list = [
    match('a', '5', 'boss@1', 'mine@1', 'other@3'),
    match('b', '5', 'calm@9', 'mine@1', 'boss@1'),
    match('c', '5', 'calm@3', 'mine@1', 'boss@1'),
  ];
  const found = (n: number) => likest(lost, 'mine@2', list.slice(0, n), 'mine@1')?.id;
  expect([1, 2, 3].map(found)).toEqual(['a', 'b', 'c']);
});
