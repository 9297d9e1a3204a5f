import { expect, test } from 'vitest';
import { address, apiError } from './client';

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

test('a problem names the fields', () => {
  const problem = {
    detail: 'validation failed',
    errors: [
      { location: 'body.seeds', message: 'want 1..60' },
      { location: 'body.bots[1]', message: 'is empty' },
    ],
  };
  const { status, message, fields } = apiError(422, JSON.stringify(problem));
  expect({ status, message, fields }).toEqual({
    status: 422,
    message: 'validation failed',
    fields: { seeds: 'want 1..60', bots: 'is empty' },
  });
});

test('a response that is not a problem document is reported by its status', () => {
  expect(apiError(502, '<html>').message).toContain('502');
});

test('build output is a field of its own', () => {
  const errors = [
    { location: 'body.bot', message: 'exit status 2' },
    { location: 'build', message: 'the build says', value: 'bot.c:7: no such thing' },
  ];
  const { fields } = apiError(422, JSON.stringify({ detail: 'bot: exit status 2', errors }));
  expect(fields).toEqual({ bot: 'exit status 2', build: 'bot.c:7: no such thing' });
});
