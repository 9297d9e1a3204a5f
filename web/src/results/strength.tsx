import type { LadderLine, Line, Rating } from '../api/types';
import { NONE, number, signed } from '../ui/format';
import { Elo, eloCsv } from './elo';

/** What a bot is ranked by: its score in a solo game, its Elo in others. */
export interface Strength {
  solo: boolean;
  value: number | null;
  error95: number | null;
  needs?: number; // matches until its Elo is worth something; absent once it is
}

/** Half of an interval of Elo beyond which the figure says next to nothing. */
const ROUGH = 200;

/** How many more matches an Elo needs until it is not rough any more: its error falls with their square root. */
export function needsOf(error95: number | null, matches: number): number | undefined {
  if (error95 === null || error95 <= ROUGH || matches === 0) return undefined;
  return Math.ceil(matches * ((error95 / ROUGH) ** 2 - 1));
}

/** What a line of standings is ranked by. */
export function strengthOf(l: Line | undefined): Strength {
  if (l?.mean) return { solo: true, value: l.score, error95: l.score_error95 ?? null };
  return eloStrength(l?.elo ?? null, l?.elo_error95 ?? null, l?.matches ?? 0);
}

function eloStrength(value: number | null, error95: number | null, matches: number): Strength {
  const needs = needsOf(error95, matches);
  return { solo: false, value, error95, ...(needs !== undefined && { needs }) };
}

/** What a point of a rating history says of a bot with so many matches. */
export function strengthOfRating(r: Rating | undefined, matches: number): Strength {
  if (r?.score !== undefined) return { solo: true, value: r.score, error95: r.score_error95 ?? null };
  return eloStrength(r?.elo ?? null, r?.elo_error95 ?? null, matches);
}

/** What a line of a ladder is ranked by. */
export function ladderStrengthOf(l: LadderLine): Strength {
  if (l.score !== undefined) return { solo: true, value: l.score, error95: l.score_error95 ?? null };
  return eloStrength(l.elo, l.elo_error95, l.matches);
}

/** A strength as text: a score such as 1,832 ± 120, an Elo such as +12 ± 8, or how many matches a rough one needs. */
export function StrengthText({ of }: { of: Strength }) {
  if (of.needs !== undefined && of.value !== null)
    return (
      <span class="elo" title={`± ${Math.round(of.error95!)} Elo so far`}>
        {signed(of.value)}
        <span class="pm">
          {' '}
          needs {number(of.needs)} more {of.needs === 1 ? 'match' : 'matches'}
        </span>
      </span>
    );
  if (!of.solo) return <Elo elo={of.value} elo_error95={of.error95} />;
  if (of.value === null) return <span>{NONE}</span>;
  return (
    <span>
      {number(of.value)}
      {of.error95 !== null && <span class="pm"> ± {number(of.error95)}</span>}
    </span>
  );
}

/** A strength in a CSV file. */
export function strengthCsv({ solo, value, error95 }: Strength): Record<string, number | null> {
  return solo
    ? { score: value, 'score, error of 95 %': error95 }
    : eloCsv({ elo: value, elo_error95: error95 });
}
