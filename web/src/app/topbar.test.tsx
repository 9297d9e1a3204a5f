// @vitest-environment jsdom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../testing';
import { TopBar } from './topbar';

afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

async function shown(enabled: boolean): Promise<string[]> {
  let answered = false;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async () => {
    answered = true;
    return new Response(JSON.stringify({ enabled, workers: [], bots_at_home: [] }));
  });
  const session = { asked: false, scope: 'admin' } as const;
  await act(async () => render(<TopBar path="/" session={session} setSession={() => {}} />, document.body));
  await eventually(() => expect(answered).toBe(true));
  if (enabled) await eventually(() => expect(document.querySelector('a[href="/workers"]')).not.toBeNull());
  else await act(async () => {});
  return [...document.querySelectorAll('nav a')].map((a) => a.textContent!.trim());
}

test('a server with workers has a link to them on every page', async () => {
  expect(await shown(true)).toContain('Workers');
});

test('a server that plays alone has none', async () => {
  expect(await shown(false)).not.toContain('Workers');
});

test('the bar has the seven areas, and a page of one of them marks it', async () => {
  expect((await shown(false)).slice(0, 7)).toEqual([
    'Home',
    'Play',
    'Tournaments',
    'Experiments',
    'Ladders',
    'Bots',
    'Matches',
  ]);
  const marked = (path: string) => {
    const session = { asked: false, scope: 'admin' } as const;
    act(() => render(<TopBar path={path} session={session} setSession={() => {}} />, document.body));
    return document.querySelector('nav [aria-current=page]')?.textContent;
  };
  expect(['/', '/checks/ci', '/puzzles/x', '/games/domain', '/matches/1'].map(marked)).toEqual([
    'Home',
    'Experiments',
    'Experiments',
    'Home',
    'Matches',
  ]);
});
