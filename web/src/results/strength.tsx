import type { LadderLine, Line } from '../api/types';
import { NONE, number } from '../ui/format';
import { Elo, eloCsv } from './elo';

/** What a bot is ranked by: its score in a solo game, its Elo in others. */
export interface Strength {
  solo: boolean;
  value: number | null;
  error95: number | null;
}

/** What a line of standings is ranked by. */
export function strengthOf(l: Line | undefined): Strength {
  if (l?.mean) return { solo: true, value: l.score, error95: l.score_error95 ?? null };
  return { solo: false, value: l?.elo ?? null, error95: l?.elo_error95 ?? null };
}

/** What a line of a ladder is ranked by. */
export function ladderStrengthOf(l: LadderLine): Strength {
  if (l.score !== undefined) return { solo: true, value: l.score, error95: l.score_error95 ?? null };
  return { solo: false, value: l.elo, error95: l.elo_error95 };
}

/** A strength as text: a score such as 1,832 ± 120, or an Elo such as +12 ± 8. */
export function StrengthText({ of }: { of: Strength }) {
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
