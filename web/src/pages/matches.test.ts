import { expect, test } from 'vitest';
import { ordered } from './matches';

test('the order of a list is in the address, and a new order begins at the first page', () => {
  const query = new URLSearchParams({ bot: 'mine@1', cursor: '17.3', sort: 'turns' });
  expect(ordered(query, { sort: 'score', down: false })).toBe('/matches?bot=mine%401&sort=score&order=asc');
  expect(ordered(query, { sort: 'time', down: true })).toBe('/matches?bot=mine%401');
});
