import { expect, test } from 'vitest';
import type { Match } from '../api/types';
import { namesOf } from './filterhelp';

test('a filter can use what the matches have, each name once', () => {
  const match = (cols: number, reason: string) =>
    ({
      reason,
      attributes: [{ name: 'cols', value: cols }],
      metrics: [{ seat: 0, name: 'depth', value: 1 }],
    }) as Match;
  expect(namesOf([match(30, 'flag'), match(34, 'timeout'), match(34, 'flag')])).toEqual({
    attributes: ['cols'],
    metrics: ['metric.depth'],
    reasons: ['reason=flag', 'reason=timeout'],
  });
});
