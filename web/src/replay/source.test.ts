import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { fixtureLines } from '../testing';
import { importedNote } from './model';
import { Replay } from './replay';
import { readFile } from './source';

const full = `${fixtureLines('domain').join('\n')}\n`;
const record = '{"replay":1,"game":"domain"}\n{"t":1,"s":[],"d":""}\n';

async function read(data: string | Uint8Array<ArrayBuffer>): Promise<Replay> {
  const replay = new Replay();
  await readFile(replay, new Blob([data]));
  return replay;
}

const packed = (text: string) => new Uint8Array(gzipSync(text));

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['plain', full],
  ['gzip', packed(full)],
])('a full export is read in the browser: %s', async (_name, data) => {
  const replay = await read(data);
  expect(replay.last).toBe(28);
  expect(replay.footer?.result.reason).toBe('domain');
  expect(replay.note).toBeUndefined();
});

test('a record is given to the server, which answers with its frames', async () => {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => new Response(full));
  vi.stubGlobal('fetch', asked);
  const replay = await read(packed(record));
  expect(asked.mock.calls[0]![0]).toBe('/api/replays/frames');
  expect(asked.mock.calls[0]![1]?.method).toBe('POST');
  expect(replay.last).toBe(28);
});

test("an error has the server's message", async () => {
  vi.stubGlobal('fetch', async () => new Response('{"detail":"unknown game \\"chess\\""}', { status: 422 }));
  await expect(read(record)).rejects.toThrow('unknown game "chess"');
});

test('a truncated file is shown up to its end, with a note', async () => {
  const replay = await read(`${fixtureLines('domain').slice(0, 10).join('\n')}\n`);
  expect(replay.last).toBe(7);
  expect(replay.note).toContain('ends before the footer');
});

test.each([
  ['empty', '', 'the file is empty'],
  ['not a replay', 'hello', 'not a replay'],
])('a wrong file is rejected: %s', async (_name, data, want) => {
  await expect(read(data)).rejects.toThrow(want);
});

const foreign = '{\n  "puzzleTitle": ["Domain Expansion"],\n  "gameResult": {}\n}\n';

test('a match of CodinGame is given to the server, which says how many there are', async () => {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => {
    return new Response(full, { headers: { 'Arbiter-Matches': '4' } });
  });
  vi.stubGlobal('fetch', asked);
  const replay = new Replay();
  let matches = 0;
  await readFile(replay, new Blob([foreign]), 3, (n) => (matches = n));
  expect(asked.mock.calls[0]![0]).toBe('/api/replays/frames?match=3');
  expect(matches).toBe(4);
  expect(replay.last).toBe(28);
});

test('where our rules differ the frames end, which the header explains', async () => {
  const lines = fixtureLines('domain').slice(0, 10);
  const differs = { turn: 8, why: 'the file ends; the rules ask seat 1', scores: [1, 48], ranks: [2, 1] };
  const header = { ...JSON.parse(lines[0]!), imported: { from: 'codingame', match: '42', differs } };
  const replay = await read([JSON.stringify(header), ...lines.slice(1), ''].join('\n'));
  expect(replay.note).toBeUndefined();
  expect(importedNote(replay.header!.imported!)).toBe(
    'Played on CodinGame as match 42; our rules differ in turn 8: the file ends; the rules ask seat 1. It is shown up to there.',
  );
});

test('an imported match says where it was played', () => {
  expect(importedNote({ from: 'engine' })).toBe(
    "Played elsewhere, by CodinGame's engine; our rules play it to the same end. Times are not known.",
  );
});
