import { expect, test } from 'vitest';
import { matchPath } from './router';

test.each([
  ['/matches/:id', '/matches/a%20b', { id: 'a b' }],
  ['/matches/:id', '/matches/', null],
  ['/matches/:id', '/matches/a/b', null],
  ['/matches/:id', '/matches/%zz', null],
  ['/open', '/open/', {}],
  ['/', '/', {}],
])('%s of %s', (pattern, path, want) => {
  expect(matchPath(pattern, path)).toEqual(want);
});
