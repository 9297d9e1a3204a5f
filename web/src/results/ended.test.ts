import { expect, test, vi } from 'vitest';
import type { TournamentStatus } from '../api/types';
import { endedSince, lastVisit } from './ended';

const run = (id: string, state: string, hour: number, kind?: string) =>
  ({ id, state, kind, changed_at: `2026-01-01T0${hour}:00:00Z` }) as TournamentStatus;

const all = [
  run('old', 'done', 1),
  run('failed', 'failed', 5),
  run('new', 'done', 4),
  run('goes on', 'running', 6),
  run('single:ctf', 'done', 7),
  run('ladder', 'done', 8, 'ladder'),
];

test('what ended since the last visit is listed, the latest first', () => {
  expect(endedSince(all, '2026-01-01T03:00:00Z').map((t) => t.id)).toEqual(['failed', 'new']);
});

test.each(['', '2026-01-01T09:00:00Z'])(
  'what ended last is listed where nothing has ended since %s',
  (time) => {
    expect(endedSince(all, time).map((t) => t.id)).toEqual(['failed', 'new', 'old']);
  },
);

test('of a search the search alone is listed, not its margin, nor the check of its ends', () => {
  const runs = [
    run('bisect keeper mine@6650ba35 mine@81e5cfef 0ec984c9', 'done', 3, 'bisect'),
    run('check keeper mine@6650ba35 mine@81e5cfef c395521a', 'done', 2, 'check'),
    run('margin keeper mine@81e5cfef 12351591', 'done', 1),
    run('check keeper mine@6650ba35 boss@00000001 c395521a', 'done', 4, 'check'),
    run('margin of my bots', 'done', 5),
  ];
  expect(endedSince(runs, '').map((t) => t.id.split(' ').slice(0, 3))).toEqual([
    ['margin', 'of', 'my'],
    ['check', 'keeper', 'mine@6650ba35'],
    ['bisect', 'keeper', 'mine@6650ba35'],
  ]);
});

test('a visit lasts as long as the tab: the time of the one before stays', () => {
  const tab = new Map<string, string>();
  const kept = new Map([['visited', '2026-01-01T01:00:00Z']]);
  const storage = (of: Map<string, string>) => ({
    getItem: (key: string) => of.get(key) ?? null,
    setItem: (key: string, value: string) => void of.set(key, value),
  });
  vi.stubGlobal('localStorage', storage(kept));
  vi.stubGlobal('sessionStorage', storage(tab));
  expect(lastVisit(new Date('2026-01-01T05:00:00Z'))).toBe('2026-01-01T01:00:00Z');
  expect(lastVisit(new Date('2026-01-01T06:00:00Z'))).toBe('2026-01-01T01:00:00Z');
  tab.clear(); // another tab
  expect(lastVisit(new Date('2026-01-01T07:00:00Z'))).toBe('2026-01-01T05:00:00.000Z');
  vi.unstubAllGlobals();
});
