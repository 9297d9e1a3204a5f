// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { Reader } from '../replay/reader';
import { eventually, fixtureLines } from '../testing';
import { Player } from './player';
import { Transport } from './transport';

beforeEach(() => localStorage.clear());

/** A player that has read the first lines of a fixture. */
function given(game: string, lines = Number.POSITIVE_INFINITY, transport?: Transport) {
  const player = new Player(transport);
  const reader = new Reader();
  const feed = (from: number, to: number) => {
    for (const line of fixtureLines(game).slice(from, to)) player.replay.add(reader.push(line));
    player.replay.flush();
  };
  feed(0, lines);
  return { player, feed };
}

const loaded = (player: Player) => eventually(() => expect(player.board).toBeDefined());

test('options start with the defaults of the renderer and are stored per game', async () => {
  const first = given('ctf').player;
  await loaded(first);
  expect([first.options.coins, first.options.targets]).toEqual([true, false]);
  first.setOption('targets', true);
  const second = given('ctf').player;
  await loaded(second);
  expect(second.options.targets).toBe(true);
});

test('an address is followed as soon as its turn is there', () => {
  const { player, feed } = given('domain', 6);
  player.startAt(12);
  expect(player.transport.at).toBe(0);
  feed(6, Number.POSITIVE_INFINITY);
  expect(player.transport.at).toBe(12);
});

test('the address of the slowest answer is the turn of that answer', () => {
  const { player, feed } = given('ctf', 6);
  player.startAtSlowest(1);
  expect(player.transport.at).toBe(0);
  feed(6, Number.POSITIVE_INFINITY);
  const walls = player.replay.frames.map((f) => f.seats[1]!.wall_us ?? 0);
  expect(player.transport.at).toBe(walls.indexOf(Math.max(...walls)));
  expect(player.transport.at).toBeGreaterThan(0);
});

test('an address beyond the end is the end', () => {
  const { player } = given('domain');
  player.startAt(900);
  expect(player.transport.at).toBe(28);
});

test('a seat that the match does not have selects no seat', () => {
  const { player, feed } = given('domain', 0);
  player.setSeat(7);
  feed(0, 5);
  expect(player.seat).toBeNull();
});

test('faults are marked at their turn', async () => {
  const { player } = given('ctf');
  await loaded(player);
  expect(player.marks[70]![0]).toMatchObject({ kind: 'fault', seat: 1 });
  expect(player.marks[70]![0]!.text).toContain('unknown command "MVOE"');
});

test('of two matches with one position, the shorter stays at its end', () => {
  const transport = new Transport(() => 1);
  const long = given('ctf', undefined, transport).player;
  const short = given('domain', undefined, transport).player;
  transport.seek(60);
  expect([long.turn, short.turn]).toEqual([60, 28]);
});

test('a match being played is watched at its newest turn', () => {
  const { player, feed } = given('domain', 6);
  player.replay.setConnection('live');
  expect(player.transport.at).toBe(3);
  feed(6, 12);
  expect(player.transport.at).toBe(9);
  player.replay.setConnection('lost');
  expect(player.transport.live).toBe(true);
  player.replay.setConnection('ended');
  expect(player.transport.live).toBe(false);
});

test('a match that is played again starts over, with a board of its own', async () => {
  const { player } = given('domain');
  await loaded(player);
  const { board } = player;
  player.transport.seek(20);
  player.replay.restart();
  expect([player.board, player.marks.length, player.transport.at]).toEqual([undefined, 0, 0]);
  const reader = new Reader();
  for (const line of fixtureLines('domain').slice(0, 8)) player.replay.add(reader.push(line));
  player.replay.flush();
  await loaded(player);
  expect(player.board).not.toBe(board);
  expect([player.transport.last, player.marks.length]).toEqual([5, 6]);
});

test('a game without a renderer still has its log', async () => {
  const { player } = given('domain', 0);
  const reader = new Reader();
  for (const line of fixtureLines('domain')) {
    player.replay.add(reader.push(line.replace('"game":"domain"', '"game":"chess"')));
  }
  await loaded(player);
  expect(player.board!.describeEvent({ type: 'wall', step: 1, seat: 0 })).toBe('wall');
});
