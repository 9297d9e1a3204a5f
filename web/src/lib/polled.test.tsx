// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Polled, usePolled } from './polled';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  render(null, document.body);
  vi.useRealTimers();
});

test('the next question waits for the answer to the last one, and for nothing after the end', async () => {
  const asked: { signal: AbortSignal; answer: (n: number) => void }[] = [];
  let shown: Polled<number> | undefined;
  function Page() {
    shown = usePolled(
      (signal) => new Promise<number>((answer) => asked.push({ signal, answer })),
      [],
      (n) => (n === 2 ? undefined : 1000),
    );
    return null;
  }
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const answer = (n: number) => act(async () => asked.at(-1)!.answer(n));
  await act(async () => render(<Page />, document.body));
  await pass(5000);
  expect(asked.length).toBe(1);
  expect(asked[0]!.signal.aborted).toBe(false);
  await answer(1);
  expect(shown!.data).toBe(1);
  await pass(1000);
  expect(asked.length).toBe(2);
  await answer(2);
  await pass(5000);
  expect(asked.length).toBe(2);
  await act(async () => shown!.again());
  expect(asked.length).toBe(3);
});
