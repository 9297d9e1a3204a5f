import { expect, test } from 'vitest';
import { botName, shortDigest, titleOf } from './botname';

test('the name is in front of the last @, and the digest behind it', () => {
  expect([botName('boss?at=a@b@4f2a'), botName('mine')]).toEqual(['boss?at=a@b', 'mine']);
  expect([shortDigest('mine@4f2a1234'), shortDigest('mine')]).toEqual(['4f2a12', '']);
});

test.each([
  ['boss?level=5', 'Boss 5'],
  ['builtin:domain/boss?level=10', 'Boss 10'],
  ['boss?nodes=2000', 'Boss 2000 nodes'],
  ['random?seed=7', 'Random seed 7'],
  ['greedy', 'Greedy'],
  ['greedy2', 'greedy2'],
  ['what?', 'what?'],
])('%s is called %s', (name, title) => expect(titleOf(name)).toBe(title));
