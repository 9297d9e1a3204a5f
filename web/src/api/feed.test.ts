import { expect, test } from 'vitest';
import { afterEvent, initialFeed } from './feed';

const line = (event: object) => JSON.stringify(event);
const match = { id: 'a', tournament: 't', seats: ['x', 'y'] };

test('a match is in the list while it runs', () => {
  const started = afterEvent(initialFeed, line({ type: 'match started', at: 'now', game: 'ctf', match }));
  expect(started.playing).toEqual([{ ...match, game: 'ctf', since: 'now' }]);
  const over = afterEvent(started, line({ type: 'match finished', game: 'ctf', match }));
  expect(over.playing).toEqual([]);
  expect(over.version).toBe(started.version + 1);
});

test('a match that is reported twice is listed once', () => {
  const hello = afterEvent(
    initialFeed,
    line({ type: 'hello', playing: [{ ...match, game: 'ctf', since: 'now' }] }),
  );
  expect(
    afterEvent(hello, line({ type: 'match started', at: 'now', game: 'ctf', match })).playing,
  ).toHaveLength(1);
});

test('a hello after a lost connection makes the tables reload', () => {
  expect(afterEvent({ ...initialFeed, version: 7 }, line({ type: 'hello', playing: [] })).version).toBe(8);
});

test('nothing is fetched twice: the first hello is what the tables wait for', () => {
  expect(initialFeed.version).toBeLessThan(0);
  expect(afterEvent(initialFeed, line({ type: 'hello', playing: [] })).version).toBe(0);
});

test('whether matches can be watched is in the hello; a server that does not say shows them', () => {
  expect(afterEvent(initialFeed, line({ type: 'hello', playing: [] })).unwatched).toBe(false);
  const off = afterEvent(initialFeed, line({ type: 'hello', playing: [], unwatched: true }));
  expect(afterEvent(off, line({ type: 'match started', game: 'ctf', match })).unwatched).toBe(true);
});

test('a void match leaves the running ones at once and waits until it is played again', () => {
  const started = afterEvent(initialFeed, line({ type: 'match started', at: 'now', game: 'ctf', match }));
  const gone = afterEvent(started, line({ type: 'match void', at: 'then', game: 'ctf', match }));
  expect([gone.playing.length, gone.void.map((r) => r.id)]).toEqual([0, ['a']]);
  const again = afterEvent(gone, line({ type: 'match started', at: 'later', game: 'ctf', match }));
  expect([again.playing.length, again.void.length]).toEqual([1, 0]);
});
