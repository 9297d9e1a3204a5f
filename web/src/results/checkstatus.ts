import type { Check } from '../api/types';

/** Where a check stands. */
export type CheckStatus = Check['found'];

/** A start on which the scores of candidate and baseline differ. */
export type Swing = NonNullable<CheckStatus['gains']>[number];

/** The games of candidate and baseline against one opponent. */
export type OpponentGames = NonNullable<CheckStatus['opponents']>[string];

const METHODS: Readonly<Record<string, string>> = {
  sprt: 'sequential test',
  betting: 'test by betting',
  'same play': 'identical play',
  'confidence sequence': 'interval of the mean score',
};

/** What decided a check, as text; empty while it is undecided. */
export function methodOf({ by }: Pick<CheckStatus, 'by'>): string {
  return by ? (METHODS[by] ?? by) : '';
}

/** How much independent evidence a check has: "2 distinct games of 294, on 147 starts". */
export function evidenceOf({
  matches,
  distinct,
  trials,
}: Pick<CheckStatus, 'matches' | 'distinct' | 'trials'>): string {
  const on = trials === 1 ? '1 start' : `${trials} starts`;
  return `${distinct} distinct ${distinct === 1 ? 'game' : 'games'} of ${matches}, on ${on}`;
}
