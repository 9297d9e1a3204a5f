import { expect, test } from 'vitest';
import type { Check } from '../api/types';
import { disagrees, evidenceOf, methodOf, notesOf } from './checkstatus';

const check = (found: object) => ({ found: { estimate: { score: 0.5 }, ...found } }) as Pick<Check, 'found'>;

test('evidence counts distinct games', () => {
  expect(evidenceOf({ matches: 294, distinct: 2 }, 147)).toBe('2 distinct games of 294, on 147 starts');
  expect(evidenceOf({ matches: 2, distinct: 1 }, 1)).toBe('1 distinct game of 2, on 1 start');
});

test('a check of an older server has no evidence, method or notes', () => {
  expect([evidenceOf({}, 5), methodOf({}), notesOf(check({}))]).toEqual(['', '', []]);
});

test.each([
  ['a higher score and fewer wins', 90, 0.1, true],
  ['a lower score and more wins', -90, 0.9, true],
  ['a higher score and more wins', 90, 0.9, false],
  ['a higher score and as many wins', 90, 0.5, false],
  ['no score', null, 0.1, false],
])('score and Elo disagree: %s', (_, difference, score, want) => {
  expect(disagrees(check({ scores: { difference, difference_error95: 20 }, estimate: { score } }))).toBe(
    want,
  );
});

test('repeated games are noted, except when both bots play the same', () => {
  const repeated = { matches: 294, distinct: 2 };
  expect(notesOf(check(repeated))).toEqual([expect.stringContaining('Only 2 of 294 games are distinct')]);
  expect(notesOf(check({ ...repeated, by: 'same play', same: 51 }))).toEqual([
    'The candidate plays the same as the baseline: all moves are equal on 51 starts.',
  ]);
});
