// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { type AsyncResult, useAsync } from './async';
import { SERVER_BACK } from './outage';

afterEach(() => render(null, document.body));

/** A page that reads something; the test answers. */
async function page() {
  const asked: { answer: (s: string) => void; fail: (e: Error) => void }[] = [];
  let shown: AsyncResult<string> | undefined;
  function Page() {
    shown = useAsync(() => new Promise<string>((answer, fail) => asked.push({ answer, fail })), []);
    return null;
  }
  await act(async () => render(<Page />, document.body));
  return {
    asked,
    shown: () => shown!,
    fail: () => act(async () => asked.at(-1)!.fail(new TypeError('Failed to fetch'))),
    answer: (s: string) => act(async () => asked.at(-1)!.answer(s)),
    back: () => act(async () => void dispatchEvent(new Event(SERVER_BACK))),
  };
}

test('what could not be read is read again once the server is back', async () => {
  const p = await page();
  await p.fail();
  expect([p.asked.length, p.shown().error?.message]).toEqual([1, 'Failed to fetch']);
  await p.back();
  await p.answer('there');
  expect([p.asked.length, p.shown().data, p.shown().error]).toEqual([2, 'there', undefined]);
  await p.back();
  expect(p.asked.length).toBe(2);
});

test('a failure that is heard of after the server is back is not kept, nor repeated in a loop', async () => {
  const p = await page();
  await p.back();
  await p.fail();
  expect(p.asked.length).toBe(2);
  await p.fail();
  expect([p.asked.length, p.shown().error?.message]).toEqual([2, 'Failed to fetch']);
  await p.back();
  await p.answer('there');
  expect(p.shown()).toMatchObject({ data: 'there', error: undefined });
});

test('the server may be back before the page has shown what failed', async () => {
  const p = await page();
  await act(async () => {
    p.asked[0]!.fail(new TypeError('Failed to fetch'));
    await Promise.resolve().then(() => {}); // the failure is known, and not shown yet
    dispatchEvent(new Event(SERVER_BACK));
  });
  await p.answer('there');
  expect([p.asked.length, p.shown().data, p.shown().error]).toEqual([2, 'there', undefined]);
});
