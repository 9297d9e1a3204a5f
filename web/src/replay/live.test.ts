// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Socket } from '../lib/hangup';
import { fixtureLines } from '../testing';
import { watch } from './live';
import { Replay } from './replay';

const lines = fixtureLines('domain');

/** Sockets that the test opens, feeds and closes. */
function wire() {
  const sockets: (Socket & { readyState: number; closed: boolean })[] = [];
  const waiting: (() => void)[] = [];
  const replay = new Replay();
  const stop = watch(
    replay,
    'm1',
    () => {
      const socket = {
        ...{ readyState: 0, closed: false, onmessage: null, onclose: null, onopen: null },
        close: () => {
          socket.closed = true;
        },
      };
      sockets.push(socket);
      return socket;
    },
    (f) => void waiting.push(f),
  );
  const newest = () => sockets[sockets.length - 1]!;
  return {
    replay,
    sockets,
    stop,
    open: () => {
      newest().readyState = 1;
      (newest().onopen as () => void)();
    },
    send: (line: string) => (newest().onmessage as (e: unknown) => void)({ data: line }),
    cut: (code = 1006) => (newest().onclose as (e: unknown) => void)({ code }),
    retry: () => waiting.shift()?.(),
  };
}

test('lines are shown as they are played, and the footer ends it', () => {
  const w = wire();
  w.open();
  for (const line of lines.slice(0, 5)) w.send(line);
  expect(w.replay.connection).toBe('live');
  expect(w.replay.last).toBe(2);
  for (const line of lines.slice(5)) w.send(line);
  expect(w.replay.connection).toBe('ended');
  expect(w.replay.footer).toBeDefined();
});

test('a lost connection is reported and reconnects without a gap', () => {
  const w = wire();
  w.open();
  for (const line of lines.slice(0, 5)) w.send(line);
  w.cut();
  expect(w.replay.connection).toBe('lost');
  w.retry();
  w.open();
  expect(w.replay.connection).toBe('live');
  for (const line of lines) w.send(line);
  expect(w.replay.frames.map((f) => f.turn)).toEqual([...Array(29).keys()]);
});

test('a server that was killed plays the match again, and so does the replay', () => {
  const w = wire();
  w.open();
  for (const line of lines.slice(0, 8)) w.send(line);
  w.cut();
  w.retry();
  w.open();
  const other = lines.map((line) => line.replaceAll('"digest":"', '"digest":"9'));
  for (const line of other.slice(0, 3)) w.send(line);
  expect(w.sockets.length).toBe(3);
  expect([w.replay.generation, w.replay.frames.length, w.replay.error]).toEqual([1, 0, undefined]);
  w.open();
  for (const line of other.slice(0, 5)) w.send(line);
  expect([w.replay.connection, w.replay.last, w.replay.error]).toEqual(['live', 2, undefined]);
});

test('a void match says that it is played again, and then begins anew', () => {
  const w = wire();
  w.open();
  for (const line of lines.slice(0, 8)) w.send(line);
  w.cut(4000);
  expect([w.replay.connection, w.replay.again]).toEqual(['void', 'played again: the machine was busy']);
  w.retry();
  w.cut(); // it is not played yet
  expect([w.replay.connection, w.replay.error]).toEqual(['void', undefined]);
  w.retry();
  w.open();
  expect(w.replay.connection).toBe('void'); // queued: nothing has come yet
  const other = lines.map((line) =>
    line.replaceAll('"digest":"', '"digest":"9').replaceAll('"start":"', '"start":"9'),
  );
  for (const line of other.slice(0, 4)) w.send(line);
  expect([w.replay.connection, w.replay.generation, w.replay.last]).toEqual(['live', 1, 1]);
  expect([w.replay.error, w.replay.again]).toEqual([undefined, 'played again: the machine was busy']);
});

test('while the server is down, and while the match waits there, the viewer tries again', () => {
  const w = wire();
  w.open();
  for (const line of lines.slice(0, 5)) w.send(line);
  for (let i = 0; i < 9; i++) {
    w.cut();
    expect([w.replay.connection, w.replay.error]).toEqual(['lost', undefined]);
    w.retry();
  }
});

test('a match that does not exist is reported and not retried', () => {
  const w = wire();
  w.cut();
  expect(w.replay.error).toBe('match m1 not found: it is neither stored nor running on this server');
  w.retry();
  expect(w.sockets.length).toBe(1);
});

test('nothing is opened after stop', () => {
  const w = wire();
  w.open();
  w.send(lines[0]!);
  w.cut();
  w.stop();
  w.retry();
  expect(w.sockets.length).toBe(1);
});

test('a connection that is still being opened is closed once it is open, of which browsers do not warn', () => {
  const w = wire();
  w.stop();
  expect(w.sockets[0]!.closed).toBe(false);
  w.open();
  expect(w.sockets[0]!.closed).toBe(true);
  expect(w.replay.connection).toBe('file');
});
