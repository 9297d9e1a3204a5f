// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { MAYBE_DOWN } from '../api/down';
import { SERVER_BACK } from '../lib/outage';
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

test('a match that waits to be played again says why, and is shown once it has been played', async () => {
  const why = 'played again: the machine was busy';
  server({ state: 'waiting', why }, undefined, { state: 'played' });
  const { replay, step } = open();
  await step();
  expect([replay.connection, replay.again, replay.error]).toEqual(['void', why, undefined]);
  await step(); // the server was down for a moment
  await eventually(() => expect(replay.footer).toBeDefined());
  expect([replay.connection, replay.over]).toEqual(['file', true]);
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

/** A server whose rules of domain have version 3, and a played match of version 2 with its replay as it is answered. */
function changed(replay: () => Response, rules = 3) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/replay')) return replay();
    const answer = url.includes('/games/') ? { rules } : { state: 'played', game: 'domain', rules: 2 };
    return new Response(JSON.stringify(answer));
  });
}

/** The first lines of a replay, and then the connection is cut. */
function cutOff(lines: number): Response {
  const text = fixtureLines('domain')
    .slice(0, lines)
    .map((line) => `${line}\n`)
    .join('');
  let sent = false;
  const body = new ReadableStream({
    pull(to) {
      if (sent) to.error(new TypeError('network error'));
      else to.enqueue(new TextEncoder().encode(text));
      sent = true;
    },
  });
  return new Response(body);
}

test('a replay that the rules of today play differently is shown so far, and says why in words', async () => {
  changed(() => cutOff(6)); // header, scene, turns 0 to 3
  const { replay, stop } = open();
  await eventually(() => expect(replay.error).toBeDefined());
  expect(replay.error).toMatch(/The rules of domain have changed.* version was 2 and is now 3/);
  expect(replay.error).toMatch(/shown up to turn 3/);
  expect(replay.error).toMatch(/Play it again/);
  expect([replay.ready, replay.outdated, replay.gone]).toEqual([true, true, false]);
  stop();
});

test('a replay that is refused because the rules have changed is not taken for a deleted one', async () => {
  const problem = { detail: 'the rules have changed', errors: [{ location: 'rules', message: 'differs' }] };
  changed(() => new Response(JSON.stringify(problem), { status: 410 }));
  const { replay, stop } = open();
  await eventually(() => expect(replay.error).toMatch(/The rules of domain have changed/));
  expect([replay.ready, replay.outdated, replay.gone]).toEqual([false, true, false]);
  stop();
});

test('a deleted replay is gone, and a connection that is cut is waited for, whatever the rules', async () => {
  changed(() => new Response(JSON.stringify({ detail: 'pruned' }), { status: 410 }));
  const deleted = open();
  await eventually(() => expect(deleted.replay.error).toBe('pruned'));
  expect([deleted.replay.outdated, deleted.replay.gone]).toEqual([false, true]);
  changed(() => cutOff(6), 2);
  const cut = open();
  await eventually(() => expect(cut.replay.error).toBe('network error'));
  expect(cut.replay.outdated).toBe(false);
  deleted.stop();
  cut.stop();
});

test('a replay that is cut off is read again when the server is back, and asks for that once', async () => {
  let reported = 0;
  const count = () => void reported++;
  addEventListener(MAYBE_DOWN, count);
  changed(() => cutOff(6), 2);
  const { replay, stop } = open();
  for (let i = 0; i < 3; i++) {
    await eventually(() => expect(replay.error).toBe('network error'));
    expect(reported).toBe(1);
    if (i === 2) changed(() => new Response(fixtureLines('domain').join('\n')), 2);
    dispatchEvent(new Event(SERVER_BACK));
    expect(replay.error).toBeUndefined();
  }
  await eventually(() => expect(replay.footer).toBeDefined());
  removeEventListener(MAYBE_DOWN, count);
  stop();
});
