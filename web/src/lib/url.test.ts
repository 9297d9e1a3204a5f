import { expect, test } from 'vitest';
import { address } from './url';

test.each([
  ['a path as it is', '/api/games', {}, '/api/games'],
  [
    'names are escaped',
    '/api/bots/{game}/{id}',
    { game: 'ctf', id: 'a b?n=1@4f' },
    '/api/bots/ctf/a%20b%3Fn%3D1%404f',
  ],
  ['the rest is the query', '/api/matches', { bot: 'mine', limit: 5 }, '/api/matches?bot=mine&limit=5'],
  ['empty values are left out', '/api/matches', { bot: '', fault: undefined }, '/api/matches'],
] as const)('an address: %s', (_, path, params, want) => {
  expect(address(path, params)).toBe(want);
});
