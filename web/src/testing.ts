import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Reader } from './replay/reader';
import { Replay } from './replay/replay';

/** The lines of a fixture: a real full export. For tests only. */
export function fixtureLines(name: string): string[] {
  const file = join(import.meta.dirname, '../fixtures', `${name}.jsonl.gz`);
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
}

/** A fixture as a replay that has been read. */
export function fixture(name: string): Replay {
  const replay = new Replay();
  const reader = new Reader();
  for (const line of fixtureLines(name)) replay.add(reader.push(line));
  return replay;
}
