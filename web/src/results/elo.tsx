import { NONE, signed } from '../ui/format';

/** The common range of a table's intervals, so that their bars can be compared. */
export interface Range {
  low: number;
  high: number;
}

interface Rated {
  elo: number | null;
  elo_error95: number | null;
}

/** A figure with half of its 95 % interval. */
export interface Estimate {
  value: number | null;
  error95: number | null;
}

/** The Elo of a line with its error. */
export const eloOf = (l: Rated): Estimate => ({ value: l.elo, error95: l.elo_error95 });

/** The range that covers all figures with their errors. */
export function rangeOf(all: readonly Estimate[]): Range {
  const known = all.filter((e) => e.value !== null);
  if (known.length === 0) return { low: 0, high: 1 };
  const low = Math.min(...known.map((e) => e.value! - (e.error95 ?? 0)));
  const high = Math.max(...known.map((e) => e.value! + (e.error95 ?? 0)));
  return { low, high: Math.max(high, low + 1) };
}

/** A rating as text: +12 ± 8. An error of 0 is that of an anchor, or of games that all ended alike: it tells nothing. */
export function Elo({ elo, elo_error95 }: Rated) {
  if (elo === null) return <span>{NONE}</span>;
  return (
    <span class="elo">
      {signed(elo)}
      <span class="pm">{elo_error95 ? ` ± ${Math.round(elo_error95)}` : ''}</span>
    </span>
  );
}

const WIDTH = 160;
const HEIGHT = 14;

/** A figure as a dot with a bar for its 95 % error; hidden from screen readers, as the text beside it has the same values. */
export function Interval({ value: middle, error95, range }: Estimate & { range: Range }) {
  if (middle === null) return null;
  const x = (value: number) => 3 + ((value - range.low) / (range.high - range.low)) * (WIDTH - 6);
  const y = HEIGHT / 2;
  const zero = range.low < 0 && range.high > 0;
  return (
    <svg class="interval" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      {zero && <line class="zero" x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} />}
      {error95 !== null && <line x1={x(middle - error95)} x2={x(middle + error95)} y1={y} y2={y} />}
      <circle cx={x(middle)} cy={y} r={3} />
    </svg>
  );
}

/** A rating in a CSV file. */
export function eloCsv({ elo, elo_error95 }: Rated): {
  elo: number | null;
  'elo, error of 95 %': number | null;
} {
  return { elo, 'elo, error of 95 %': elo_error95 };
}
