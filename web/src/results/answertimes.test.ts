import { expect, test } from 'vitest';
import { within } from './answertimes';

test('a bar is labelled with its upper bound, the last one with its lower bound', () => {
  const bar = (up_to_ms: number | null) => ({ up_to_ms, first: 1, later: 1 });
  expect(within(bar(50), undefined)).toBe('up to 50 ms');
  expect(within(bar(null), bar(5000))).toBe('over 5 s');
});
