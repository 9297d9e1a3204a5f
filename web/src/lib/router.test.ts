import { expect, test } from 'vitest';
import { matchPath, pageOf } from './router';

test.each([
  ['/matches/:id', '/matches/a%20b', { id: 'a b' }],
  ['/matches/:id', '/matches/', null],
  ['/matches/:id', '/matches/a/b', null],
  ['/matches/:id', '/matches/%zz', null],
  ['/open', '/open/', {}],
  ['/', '/', {}],
  ['/bots/:id/report?', '/bots/a', { id: 'a' }],
  ['/bots/:id/report?', '/bots/a/report', { id: 'a', part: 'report' }],
  ['/bots/:id/report?', '/bots/report', { id: 'report' }],
  ['/bots/:id/versions|report?', '/bots/a/report', { id: 'a', part: 'report' }],
  ['/bots/:id/report?', '/bots/a/else', null],
  ['/bots/:id/report?', '/bots/a/b/report', null],
])('%s of %s', (pattern, path, want) => {
  expect(matchPath(pattern, path)).toEqual(want);
});

test.each([
  ['/bots/keeper/a', '', undefined, '/bots/keeper/a'],
  ['/bots/keeper/a/report', '', 'report', '/bots/keeper/a'],
  ['/bots/keeper/a/report', '?tournament=t', 'report', '/bots/keeper/a?tournament=t'],
  ['/bots/keeper/report', '', undefined, '/bots/keeper/report'],
])('the page of %s%s', (pathname, search, part, want) => {
  expect(pageOf({ pathname, search }, part)).toBe(want);
});
