import { expect, test } from 'vitest';
import { includes, refusal } from './permission';

test('a scope includes itself and all weaker ones', () => {
  expect(includes('admin', 'play')).toBe(true);
  expect(includes('play', 'play')).toBe(true);
  expect(includes('play', 'upload')).toBe(true);
  expect(includes('upload', 'play')).toBe(false);
  expect(includes('read', 'upload')).toBe(false);
  expect(includes('', '')).toBe(true);
});

test("another owner's thing needs admin, and nobody's play, or admin to be deleted", () => {
  const una = { scope: 'upload', token: 'una' } as const;
  const pam = { scope: 'play', token: 'pam' } as const;
  expect(refusal(una, 'upload', { owner: 'una', deletes: true })).toBe('');
  expect(refusal(una, 'upload', { owner: 'pam' })).toContain('belongs to pam');
  expect(refusal(una, 'upload', {})).toContain('needs the scope play');
  expect(refusal(una, 'play', { owner: 'una' })).toContain('this needs play');
  expect(refusal(pam, 'upload', {})).toBe('');
  expect(refusal(pam, 'play', { deletes: true })).toContain('needs the scope admin');
  expect(refusal({ scope: 'admin', token: 'ada' }, 'play', { owner: 'pam', deletes: true })).toBe('');
  expect(refusal({ scope: 'admin' }, 'play', { owner: 'pam' })).toBe('');
});
