import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Replay } from '../replay/replay';
import { soFar } from './stillboard';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A running match whose turns come when the test says so. */
function running() {
  let turn = 0;
  let replay: Replay | undefined;
  const state = { watched: true };
  const follow = (r: Replay) => {
    replay = r;
    r.header = {} as never;
    return () => {
      state.watched = false;
    };
  };
  const play = () => {
    replay!.add({ kind: 'frame', frame: { turn: turn++ } as never });
    replay!.flush();
  };
  return { state, follow, play };
}

test('a picture of a running match is taken when no turn follows', async () => {
  const { state, follow, play } = running();
  const read = soFar('m', new AbortController().signal, follow);
  for (let i = 0; i < 3; i++) play();
  await vi.advanceTimersByTimeAsync(200);
  expect((await read).last).toBe(2);
  expect(state.watched).toBe(false);
});

test('a picture of a running match is taken though turn follows turn', async () => {
  const { state, follow, play } = running();
  const read = soFar('m', new AbortController().signal, follow);
  for (let i = 0; i < 25; i++) {
    play();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect((await read).last).toBeGreaterThan(10);
  expect(state.watched).toBe(false);
});

test('a page that is left watches no longer', async () => {
  const { state, follow } = running();
  const abort = new AbortController();
  const read = soFar('m', abort.signal, follow).catch((e: Error) => e.message);
  abort.abort();
  expect([await read, state.watched]).toEqual(['the page has been left', false]);
});
