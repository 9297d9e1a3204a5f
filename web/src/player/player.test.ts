// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { Reader } from '../replay/reader';
import { fixtureLines } from '../testing';
import { Session } from './player';
import { Transport } from './transport';

beforeEach(() => localStorage.clear());

/** A session that has read the first lines of a fixture. */
function given(game: string, lines = Number.POSITIVE_INFINITY, transport?: Transport) {
  const session = new Session(transport);
  const reader = new Reader();
  const feed = (from: number, to: number) => {
    for (const line of fixtureLines(game).slice(from, to)) session.replay.add(reader.push(line));
    session.replay.flush();
  };
  feed(0, lines);
  return { session, feed };
}

const loaded = (session: Session) => vi.waitFor(() => expect(session.board).toBeDefined());

test('options start with the defaults of the renderer and are stored per game', async () => {
  const first = given('ctf').session;
  await loaded(first);
  expect([first.options.coins, first.options.targets]).toEqual([true, false]);
  first.setOption('targets', true);
  const second = given('ctf').session;
  await loaded(second);
  expect(second.options.targets).toBe(true);
});

test('an address is followed as soon as its turn is there', () => {
  const { session, feed } = given('domain', 6);
  session.startAt(12);
  expect(session.transport.at).toBe(0);
  feed(6, Number.POSITIVE_INFINITY);
  expect(session.transport.at).toBe(12);
});

test('an address beyond the end is the end', () => {
  const { session } = given('domain');
  session.startAt(900);
  expect(session.transport.at).toBe(28);
});

test('a seat that the match does not have selects no seat', () => {
  const { session, feed } = given('domain', 0);
  session.setSeat(7);
  feed(0, 5);
  expect(session.seat).toBeNull();
});

test('faults are marked at their turn', async () => {
  const { session } = given('ctf');
  await loaded(session);
  expect(session.marks[70]![0]).toMatchObject({ kind: 'fault', seat: 1 });
  expect(session.marks[70]![0]!.text).toContain('unknown command "MVOE"');
});

test('of two matches with one position, the shorter stays at its end', () => {
  const transport = new Transport(() => 1);
  const long = given('ctf', undefined, transport).session;
  const short = given('domain', undefined, transport).session;
  transport.seek(60);
  expect([long.turn, short.turn]).toEqual([60, 28]);
});

test('a match being played is watched at its newest turn', () => {
  const { session, feed } = given('domain', 6);
  session.replay.setConnection('live');
  expect(session.transport.at).toBe(3);
  feed(6, 12);
  expect(session.transport.at).toBe(9);
  session.replay.setConnection('lost');
  expect(session.transport.live).toBe(true);
  session.replay.setConnection('ended');
  expect(session.transport.live).toBe(false);
});

test('a game without a renderer still has its log', async () => {
  const { session } = given('domain', 0);
  const reader = new Reader();
  for (const line of fixtureLines('domain')) {
    session.replay.add(reader.push(line.replace('"game":"domain"', '"game":"chess"')));
  }
  await loaded(session);
  expect(session.board!.describeEvent({ type: 'wall', step: 1, seat: 0 })).toBe('wall');
});
