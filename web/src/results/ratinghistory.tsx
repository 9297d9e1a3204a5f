import { useMemo } from 'preact/hooks';
import type { Point } from '../api/types';
import { Chart } from '../ui/chart';
import { historyCurves, MOST_CURVES } from './historycurves';

/** The Elo of the top bots of a table over the matches played. */
export function RatingHistory({ points, bots }: { points: readonly Point[]; bots: readonly string[] }) {
  const xs = useMemo(() => points.map((p) => p.matches), [points]);
  const curves = useMemo(() => historyCurves(points, bots), [points, bots]);
  if (points.length < 2 || bots.length === 0) return <p class="muted">Available after two matches.</p>;
  return (
    <>
      <Chart
        label="Elo of the bots over the matches played"
        xLabel="matches played"
        xs={xs}
        curves={curves}
      />
      {bots.length > MOST_CURVES && <p class="muted">The top {MOST_CURVES} bots are shown.</p>}
    </>
  );
}
