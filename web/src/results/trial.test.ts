import { expect, test } from 'vitest';
import { words } from './trial';

const trial = {
  ...{ turn: 17, seat: 0, a: 'WAIT', b: 'MOVE', same: false, pairs: 64, kinds: ['bosses'], seconds: 8 },
  ...{
    mean_a: 0.62,
    mean_b: 0.41,
    gain: 0.21,
    error: 0.08,
    tells: true,
    scale: 1,
    unit: 'points of winning chance',
  },
};
const done = { id: 'x', state: 'done' as const, share: 0, seconds_left: 0 };

test('a question says first how long it takes at most', () => {
  expect(words({ ...done, state: 'queued', seconds_left: 31.2 })).toBe(
    'waiting for others, 32 s left at most',
  );
  expect(words({ ...done, state: 'running', seconds_left: 7.5 })).toBe('thinking, 8 s left at most');
});

test('an answer is better or worse only where the difference is larger than its error', () => {
  expect(words({ ...done, trial })).toBe(
    'Yes: 0.21 ± 0.08 points of winning chance (0.62 after it, 0.41 after the given one; 64 pairs by bosses)',
  );
  expect(words({ ...done, trial: { ...trial, gain: -0.21 } })).toMatch(/^No, it is worse: 0\.21 ± 0\.08/);
  expect(words({ ...done, trial: { ...trial, gain: -0.05, tells: false } })).toMatch(
    /^Cannot tell: -0\.05 ± 0\.08/,
  );
});

test('a solo game has its own unit', () => {
  const hp = { ...trial, gain: 12.34, error: 3.21, mean_a: 80.06, mean_b: 67.72, scale: 20, unit: 'HP' };
  expect(words({ ...done, trial: hp })).toMatch(/^Yes: 12\.3 ± 3\.2 HP \(80\.1 after it, 67\.7 after/);
});

test('what was not played is said', () => {
  expect(words({ ...done, trial: { ...trial, same: true } })).toBe('Both answers come to the same.');
  expect(words({ ...done, trial: { ...trial, gain: null, error: null } })).toBe(
    'Cannot tell: no pair was played in time.',
  );
  expect(words({ ...done, state: 'failed', why: 'garbled' })).toBe('garbled');
});
