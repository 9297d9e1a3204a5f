import { expect, test } from 'vitest';
import { botName } from './botname';

test('the name is in front of the last @', () => {
  expect([botName('boss?at=a@b@4f2a'), botName('mine')]).toEqual(['boss?at=a@b', 'mine']);
});
