import { expect, test } from 'vitest';
import type { Game } from '../api/types';
import { watchedOf } from './folderform';
import { afterEvent, type Loop } from './folderloop';

const change = { turn: 3, before: 'a', text: 'Before: x won 2-1.' };

test('the last match stays while the next version is built, and when it does not build', () => {
  const played: Loop = { state: 'played', match: 'b', change };
  const building = afterEvent(played, { type: 'building' });
  expect(building).toEqual({ ...played, state: 'building' });
  const failed = afterEvent(building, { type: 'failed', why: 'exit status 1', output: 'error' });
  expect(failed).toMatchObject({
    state: 'failed',
    match: 'b',
    change,
    why: 'exit status 1',
    output: 'error',
  });
  const playing = afterEvent(failed, { type: 'playing', match: 'c' });
  expect([playing.match, playing.change, playing.why]).toEqual(['c', undefined, undefined]);
});

test('an address has the folder, its seat, the opponent and the start', () => {
  const game = { name: 'domain', min_seats: 2 } as Game;
  const of = (query: string) => watchedOf(game, new URLSearchParams(query));
  expect(of('watch=./mine&against=x&seat=1&opening=4')).toEqual({
    game: 'domain',
    bots: ['x', './mine'],
    opening: 4,
  });
  expect(of('watch=./mine&against=x')).toEqual({ game: 'domain', bots: ['./mine', 'x'], seed: '1' });
  expect(of('game=domain')).toBeUndefined();
});
