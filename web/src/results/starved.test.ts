import { expect, test } from 'vitest';
import { starved } from './starved';

test('a notable share of starved matches is warned of', () => {
  expect(starved({ matches: 1000 })).toBe('');
  expect(starved({ matches: 1000, void: 5 })).toBe('');
  expect(starved({ matches: 980, void: 20 })).toContain('2.0 % of the matches: 20 were played again.');
  expect(starved({ matches: 1000, void: 5, left_out: 1 })).toContain('1 pairing was left out');
  expect(starved({ matches: 1000, void: 6, put_off: 2 })).toContain(
    '6 were played again. 2 matches wait to be played last. Run',
  );
  expect(starved({ matches: 0 })).toBe('');
});
