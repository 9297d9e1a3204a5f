import { expect, test } from 'vitest';
import { includes } from './permission';

test('a scope includes itself and all weaker ones', () => {
  expect(includes('admin', 'play')).toBe(true);
  expect(includes('play', 'play')).toBe(true);
  expect(includes('read', 'play')).toBe(false);
  expect(includes('', '')).toBe(true);
});
