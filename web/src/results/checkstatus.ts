import type { Games, RequestBody } from '../api/types';

/** How a check reached its verdict. */
export type Method = 'sprt' | 'betting' | 'same play' | 'confidence sequence';

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
  cap?: number; // starts after which the check ends, whether they prove anything or not
}

/** The request for a new check, with the options of a check by score. */
export type CheckRequest = RequestBody<'/api/checks', 'post'> & Pick<CheckQuestion, 'by' | 'margin'>;

/** Reads the optional parts of a check's state. */
export function statusOf({ found }: { found: object }): CheckStatus {
  return found as CheckStatus;
}

/** Reads the optional parts of a check's question. */
export function questionOf({ question }: { question: object }): CheckQuestion {
  return question as CheckQuestion;
}

const METHODS: Record<Method, string> = {
  sprt: 'sequential test',
  betting: 'test by betting',
  'same play': 'identical play',
  'confidence sequence': 'interval of the mean score',
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
