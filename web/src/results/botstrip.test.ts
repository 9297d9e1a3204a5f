import { expect, test } from 'vitest';
import type { BotReport } from '../api/types';
import { explainedOf } from './botstrip';

test.each([
  [12, 9, 0.25],
  [12, 12, 0],
  [0, 0, null],
])(
  'of %d lost points, %d of which nothing explains, the share of the rest is %d',
  (lost, unexplained, want) => {
    expect(explainedOf({ lost, unexplained } as BotReport)).toBe(want);
  },
);
