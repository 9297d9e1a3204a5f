// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { apiError, checked } from './client';
import { MAYBE_DOWN } from './down';

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
    fields: { seeds: 'want 1..60', bots: 'is empty', 'bots[1]': 'is empty' },
  });
});

test('what is wrong with the whole request is the message, without the list for those who type requests', () => {
  const errors = [{ message: 'bot x: not found (did you mean y?)' }];
  const detail = `${errors[0]!.message}; GET /api/bots?game=ctf lists them`;
  const { message, fields } = apiError(404, JSON.stringify({ detail, errors }));
  expect({ message, fields }).toEqual({ message: errors[0]!.message, fields: {} });
});

test('a response that is not a problem document is reported by its status', () => {
  expect(apiError(502, '<html>').message).toContain('502');
});

test('what a proxy answers in place of the server says that it may be down', async () => {
  let reported = 0;
  const count = () => void reported++;
  addEventListener(MAYBE_DOWN, count);
  for (const [status, reports] of [
    [422, 0],
    [500, 0],
    [502, 1],
    [504, 2],
  ] as const) {
    await expect(checked(new Response('<html>', { status }))).rejects.toThrow();
    expect(reported).toBe(reports);
  }
  removeEventListener(MAYBE_DOWN, count);
});

test('build output is a field of its own', () => {
  const errors = [
    { location: 'body.bot', message: 'exit status 2' },
    { location: 'build', message: 'the build says', value: 'bot.c:7: no such thing' },
  ];
  const { fields } = apiError(422, JSON.stringify({ detail: 'bot: exit status 2', errors }));
  expect(fields).toEqual({ bot: 'exit status 2', build: 'bot.c:7: no such thing' });
});
