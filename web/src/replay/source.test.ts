import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { fixtureLines } from '../testing';
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
