import { expect, test } from 'vitest';
import { noteText } from './standings';

test('a note is a sentence with the names of bots, also where one ID ends another', () => {
  const lines = [{ bot: 'greedy@730e5e29' }, { bot: 'notgreedy@730e5e29' }];
  expect(noteText('never lost: notgreedy@730e5e29, greedy@730e5e29', lines)).toBe(
    'Never lost: notgreedy, Greedy.',
  );
  expect(noteText('never lost: other@1', lines)).toBe('Never lost: other@1.');
});
