import { expect, test } from 'vitest';
import { lastStart } from './extendform';

test('the last start is named only when the list of starts is complete', () => {
  const start = (seed: number) => ({ name: `seed ${seed}`, seed: String(seed) });
  expect(lastStart({ starts: [start(1), start(2)], start_count: 2 })).toBe('seed 2');
  expect(lastStart({ starts: [start(1), start(2)], start_count: 2000 })).toBe('');
  expect(lastStart({ starts: [], start_count: 0 })).toBe('');
});
