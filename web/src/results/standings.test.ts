import { expect, test } from 'vitest';
import { named } from './standings';

test('a note has the names of bots, also where one ID ends another', () => {
  const lines = [{ bot: 'greedy@730e5e29' }, { bot: 'notgreedy@730e5e29' }];
  expect(named('never lost: notgreedy@730e5e29, greedy@730e5e29', lines)).toBe(
    'never lost: notgreedy, Greedy',
  );
  expect(named('never lost: other@1', lines)).toBe('never lost: other@1');
});
