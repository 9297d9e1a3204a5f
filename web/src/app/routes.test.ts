import { expect, test } from 'vitest';
import { matchPath } from '../lib/router';
import { movedTo, routes } from './routes';

test('there are at most 24 pages, each behind a path of its own', () => {
  expect(routes.length).toBeLessThanOrEqual(24);
  expect(new Set(routes.map((r) => r.path)).size).toBe(routes.length);
});

test.each([
  ['/games', '', '/'],
  ['/games/', '', '/'],
  ['/matches/new', '?game=domain&bot=a%401', '/play?game=domain&bot=a%401'],
  ['/checks', '', '/experiments'],
  ['/findings', '', '/experiments'],
  ['/puzzles', '', '/experiments'],
  ['/ladders/new', '?game=ctf', '/ladders?game=ctf'],
  ['/leaderboards/new', '?game=ctf&filter=seat%3D1', '/games/ctf?filter=seat%3D1'],
  ['/play', '?game=domain', undefined],
])('%s%s has moved to %s', (pathname, search, want) => {
  expect(movedTo({ pathname, search })).toBe(want);
  if (want) expect(routes.some((r) => matchPath(r.path, want.split('?')[0]!))).toBe(true);
});
