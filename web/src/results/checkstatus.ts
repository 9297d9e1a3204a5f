import type { Check, Games, RequestBody } from '../api/types';

/** How a check reached its verdict. */
export type Method = 'sprt' | 'betting' | 'all starts' | 'same play' | 'confidence sequence';

/** Mean scores of a solo game over the starts that both bots played. */
export interface Scores {
  starts: number;
  candidate: number | null;
  baseline: number | null;
  difference: number | null; // candidate minus baseline
  difference_error95: number | null;
  note?: string;
}

/** A start on which the scores of candidate and baseline differ. */
export interface Swing {
  start: { seed: string; setup?: string; name?: string };
  candidate: number;
  baseline: number;
}

/** The games of candidate and baseline against one opponent. */
export interface OpponentGames {
  candidate: Games;
  baseline: Games;
}

/**
 * The parts of a check's state that depend on the kind of check and on the version of the server. All of them are
 * optional: a check of an older server has none.
 */
export interface CheckStatus {
  by?: Method; // empty while undecided
  matches?: number;
  distinct?: number;
  same?: number; // starts on which both bots played the same
  voids?: number; // starts left out because the machine could not play them
  scores?: Scores; // of a solo game
  score?: { lower: number | null; upper: number | null }; // confidence sequence of a check by score
  gains?: readonly Swing[] | null; // largest first
  losses?: readonly Swing[] | null;
  opponents?: Readonly<Record<string, OpponentGames>>;
}

/** The optional parts of a check's question. */
export interface CheckQuestion {
  by?: 'wins' | 'score';
  margin?: number; // by score: points by which the candidate may be worse
  betting?: number; // error probability spent on betting, in each direction
  same_play?: number;
  cap?: number; // starts after which the check ends undecided
}

/** The request for a new check, with the options of a check by score. */
export type CheckRequest = RequestBody<'/api/checks', 'post'> & Pick<CheckQuestion, 'by' | 'margin'>;

/** Reads the optional parts of a check's state. */
export function statusOf({ found }: { found: object }): CheckStatus {
  return found as CheckStatus;
}

/** Reads the optional parts of a check's question. */
export function questionOf({ test }: { test: object }): CheckQuestion {
  return test as CheckQuestion;
}

const METHODS: Record<Method, string> = {
  sprt: 'SPRT',
  betting: 'test by betting',
  'all starts': 'result on all distinct starts',
  'same play': 'identical play',
  'confidence sequence': 'confidence sequence of the mean score',
};

/** What decided a check, as text; empty while it is undecided. */
export function methodOf({ by }: CheckStatus): string {
  return by ? (METHODS[by] ?? by) : '';
}

/** How much independent evidence a check has: "2 distinct games of 294, on 147 starts". */
export function evidenceOf({ matches, distinct }: CheckStatus, starts: number): string {
  if (matches === undefined || distinct === undefined) return '';
  const on = starts === 1 ? '1 start' : `${starts} starts`;
  return `${distinct} distinct ${distinct === 1 ? 'game' : 'games'} of ${matches}, on ${on}`;
}

const REPEATED = 4; // games per distinct one from which the figures say little about other starts
const ENOUGH = 20; // games before that is noted

/** Notes that a reader needs beside the figures. */
export function notesOf(check: Pick<Check, 'found'>): string[] {
  const status = statusOf(check);
  const { by, same, matches = 0, distinct = 0 } = status;
  const notes: string[] = [];
  if (by === 'same play')
    notes.push(`The candidate plays the same as the baseline: all moves are equal on ${same ?? 0} starts.`);
  if (by === 'all starts')
    notes.push(
      'All distinct starts have been played. The verdict is the result on them, without an error probability for other starts.',
    );
  if (disagrees(check))
    notes.push(
      'Score and Elo disagree: Elo counts the starts that the candidate wins, the score by how much. A check by score decides by the mean.',
    );
  if (distinct > 0 && by !== 'same play' && matches >= ENOUGH && distinct * REPEATED < matches)
    notes.push(
      `Only ${distinct} of ${matches} games are distinct: the bots repeat themselves, so the figures say little about other starts.`,
    );
  return notes;
}

/** Reports whether the candidate has the higher mean score but wins fewer starts, or the other way round. */
export function disagrees({ found }: Pick<Check, 'found'>): boolean {
  const { difference, difference_error95: error = null } = statusOf({ found }).scores ?? {};
  if (error === null) return false; // fewer than two starts
  const share = found.estimate.score ?? 0.5;
  return (difference ?? 0) * (share - 0.5) < 0;
}
