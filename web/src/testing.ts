import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { vi } from 'vitest';
import type { Frame, GameView, Header } from './replay/model';
import { Reader } from './replay/reader';
import { Replay } from './replay/replay';

/** The lines of a fixture, a full export of a real match. For tests only. */
export function fixtureLines(game: string): string[] {
  const file = join(import.meta.dirname, '../fixtures', `${game}.jsonl.gz`);
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
}

/** A fixture that has been read. */
export function fixture(game: string): Replay {
  const replay = new Replay();
  const reader = new Reader();
  for (const line of fixtureLines(game)) replay.add(reader.push(line));
  return replay;
}

/** A fixture with the types of its game. */
export function fixtureOf<Scene, View extends GameView>(game: string) {
  const replay = fixture(game);
  return {
    header: replay.header as Header,
    scene: replay.scene as Scene,
    frames: replay.frames as Frame<GameView>[] as Frame<View>[],
    last: replay.last,
  };
}

/** Waits until a check holds. The limit is for hangs: a busy machine takes what it takes. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, 60_000);
}
