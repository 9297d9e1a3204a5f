import { expect, test } from 'vitest';
import type { TournamentStatus } from '../api/types';
import { endedSince } from './ended';

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
