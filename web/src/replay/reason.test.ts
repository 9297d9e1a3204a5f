import { expect, test } from 'vitest';
import { reasonText } from './reason';

test('a crash is a crash: a forfeit says what went wrong', () => {
  const crash = { kind: 'crash' };
  const forgiven = { kind: 'illegal', forgiven: true };
  expect(reasonText('forfeit', [forgiven, crash])).toBe('forfeit: crash');
  expect(reasonText('both_forfeit', [crash, { kind: 'timeout' }, crash])).toBe(
    'both forfeit: crash, timeout',
  );
  expect(reasonText('forfeit', null)).toBe('forfeit');
  expect(reasonText('turn_limit_credit')).toBe('turn limit credit');
  expect(reasonText('timeout', [{ kind: 'timeout' }])).toBe('timeout');
});
