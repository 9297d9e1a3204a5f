// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { eventually, fixtureLines } from '../testing';
import { openMatch } from './openmatch';
import { Player } from './player';

afterEach(() => vi.unstubAllGlobals());

const running = { state: 'playing', unwatched: true };

/** A server with what it answers for the match, one after the other; undefined: nothing, because it is down. */
function server(...answers: (object | undefined)[]) {
  vi.stubGlobal('WebSocket', () => {
    throw new Error('the match is watched');
  });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/replay')) return new Response(fixtureLines('domain').join('\n'));
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('failed to fetch');
    return new Response(JSON.stringify(answer));
  });
}

/** Opens the match. Step goes on once the page waits before it asks again. */
function open() {
  const waiting: (() => void)[] = [];
  const player = new Player();
  const stop = openMatch(player, 'm1', (f) => void waiting.push(f));
  const step = async () => {
    await eventually(() => expect(waiting.length).toBe(1));
    waiting.pop()!();
  };
  return { player, replay: player.replay, stop, step, waiting };
}

test('a running match that the server does not show is asked for until its replay is there', async () => {
  server(running, undefined, running, { state: 'played' });
  const { player, replay, step } = open();
  await step(); // the server is down for a moment
  expect([replay.connection, replay.over]).toEqual(['unwatched', false]);
  await step();
  await step();
  await eventually(() => expect(replay.footer).toBeDefined());
  expect([replay.connection, replay.error, replay.over]).toEqual(['file', undefined, true]);
  expect([player.transport.at, player.transport.playing]).toEqual([0, false]); // as any stored match
});

test('a running match that is not shown and lost says why', async () => {
  server(running, { state: 'lost', why: 'cancelled by a user' });
  const { replay, step } = open();
  await step();
  await eventually(() => expect(replay.error).toBe('this match has no result: cancelled by a user'));
});

test('a page that is left asks no more', async () => {
  server(running);
  const { replay, stop, step, waiting } = open();
  await eventually(() => expect(replay.connection).toBe('unwatched'));
  stop();
  await step();
  expect(waiting).toEqual([]);
});
