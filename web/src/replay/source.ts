import { checked } from '../api/client';
import { address } from '../lib/url';
import { linesOf } from './lines';
import { Reader } from './reader';
import type { Replay } from './replay';

/** Reads the full export of a stored match. */
export async function readMatch(replay: Replay, id: string, signal: AbortSignal): Promise<void> {
  const response = await checked(await fetch(address('/api/matches/{id}/replay', { id }), { signal }));
  await readStream(replay, response.body!);
}

/**
 * Reads a file: a full export directly, a record or a match of CodinGame via the server, which replays it and returns
 * its frames. The number is that of the match in a file of several; count is told how many there are.
 */
export async function readFile(
  replay: Replay,
  file: Blob,
  number = 1,
  count: (matches: number) => void = () => {},
): Promise<void> {
  if (await isFull(file)) return readFull(replay, file);
  const url = address('/api/replays/frames', { match: number === 1 ? undefined : number });
  const response = await checked(await fetch(url, { method: 'POST', body: file }));
  count(Number(response.headers.get('Arbiter-Matches') ?? 1));
  await readStream(replay, response.body!);
}

/** Reads a full export, compressed or not. */
export async function readFull(replay: Replay, file: Blob): Promise<void> {
  await readStream(replay, await unpacked(file));
}

async function readStream(replay: Replay, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = new Reader();
  for await (const line of linesOf(body)) replay.add(reader.push(line));
  replay.flush();
  if (!reader.complete && replay.header?.imported?.differs === undefined)
    replay.cut('the file ends before the footer: the match was cut, or its rules have changed since');
}

async function isFull(file: Blob): Promise<boolean> {
  for await (const line of linesOf(await unpacked(file))) {
    if (line.trim() === '') continue;
    try {
      return (JSON.parse(line) as { full?: boolean }).full === true;
    } catch {
      if (/^\s*[{[]/.test(line)) return false; // a document of several lines
      throw new Error(
        'not a replay: the first line is not JSON; want a file written by arbiter or by CodinGame',
      );
    }
  }
  throw new Error('the file is empty; want a replay written by arbiter or by CodinGame');
}

/** Decompresses gzip, which is recognized by its first two bytes. */
export async function unpacked(file: Blob): Promise<ReadableStream<Uint8Array>> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const stream = file.stream() as ReadableStream<Uint8Array>;
  if (magic[0] !== 0x1f || magic[1] !== 0x8b) return stream;
  return stream.pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>);
}
