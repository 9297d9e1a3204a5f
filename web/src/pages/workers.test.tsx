// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import { WorkersPage } from './workers';

afterEach(() => {
  render(null, document.body); // it asks again and again
  vi.unstubAllGlobals();
});

const worker = {
  name: 'a',
  state: 'working',
  host: 'box',
  platform: 'linux/amd64',
  build: '0123456789',
  cpus: 4,
  speed: 1.25,
  load: 2,
  slots: 2,
  playing: ['44255b7526aa'],
  waiting: 3,
  matches: 120,
  failed: 1,
  returned: 2,
  stopped_seconds: 0,
  heard_seconds_ago: 0.5,
};

async function shown(workers: object): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(workers)));
  await act(async () => render(<WorkersPage />, document.body));
  await eventually(() => expect(document.body.querySelector('table, .empty')).not.toBeNull());
  return document.body;
}

test('workers are listed with what they play, their speed and what one can do', async () => {
  const refused = { ...worker, name: 'b', state: 'refused', why: 'it plays rules 2 of ctf', playing: [] };
  const page = await shown({ enabled: true, workers: [worker, refused], bots_at_home: [] });
  const rows = [...page.querySelectorAll('tbody tr')].map((r) => r.textContent);
  expect(rows[0]).toContain('1 of 2');
  expect(rows[0]).toContain('1.25');
  expect(rows[1]).toContain('refused: it plays rules 2 of ctf');
  expect(page.querySelector('a[href="/matches/44255b7526aa"]')).not.toBeNull();
  expect([...page.querySelectorAll('button')].map((b) => b.textContent)).toEqual(
    expect.arrayContaining(['Drain']),
  );
});

test('bots that cannot travel are told with the reason', async () => {
  const page = await shown({
    enabled: true,
    workers: [worker],
    bots_at_home: [{ bot: 'python3@1', digest: '1', why: 'it is a command line' }],
  });
  expect(page.textContent).toContain('Bots that play on this machine only');
  expect(page.textContent).toContain('it is a command line');
});

test('a server without workers says how to have some', async () => {
  const page = await shown({ enabled: false, workers: [], bots_at_home: [] });
  expect(page.textContent).toContain('arbiter serve --workers');
});
