import { expect, test } from 'vitest';
import { filtered } from './filters';

test('filters are the query, without the empty ones', () => {
  const data = new FormData();
  data.set('game', 'ctf');
  data.set('bot', ' ');
  data.set('filter', 'cols<34,seat=1');
  expect(filtered('/matches', data)).toBe('/matches?game=ctf&filter=cols%3C34%2Cseat%3D1');
});
