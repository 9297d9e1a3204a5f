import { useMemo } from 'preact/hooks';
import type { Point } from '../api/types';
import { Chart } from '../ui/chart';
import { CsvButton } from '../ui/table';
import { areScores, historyCurves, MOST_CURVES, ratingOf } from './historycurves';
import { nameOf, useNames } from './names';

/** Shown while there are fewer than two points, which are of two matches. */
export const TOO_EARLY = 'Available after two matches.';

/** The Elo or, in a solo game, the score of the top bots of a table over the matches played. */
export function RatingHistory({ points, bots }: { points: readonly Point[]; bots: readonly string[] }) {
  const xs = useMemo(() => points.map((p) => p.matches), [points]);
  const called = useNames(bots.slice(0, MOST_CURVES)).join();
  const curves = useMemo(
    () => historyCurves(points, bots).map((curve) => ({ ...curve, name: nameOf(curve.name) })),
    [points, bots, called],
  );
  if (points.length < 2 || bots.length === 0) return <p class="muted">{TOO_EARLY}</p>;
  const rows = () => tableOf(points, bots);
  return (
    <>
      <Chart
        label={`${areScores(points) ? 'Score' : 'Elo'} of the bots over the matches played`}
        xLabel="matches played"
        xs={xs}
        curves={curves}
      />
      <CsvButton caption="Rating history" rows={rows} />
      <p class="muted">
        Bands: 95 % confidence intervals.{' '}
        {bots.length > MOST_CURVES && `The top ${MOST_CURVES} bots are shown.`}
      </p>
    </>
  );
}

/** A history as a table: a row for each rating. */
function tableOf(points: readonly Point[], bots: readonly string[]) {
  const known = new Set(bots);
  const rows = points.flatMap((p) =>
    (p.ratings ?? []).filter((r) => known.has(r.bot)).map((r) => [p.matches, p.at, r.bot, ...ratingOf(r)]),
  );
  const what = areScores(points) ? 'score' : 'elo';
  return [['matches', 'at', 'bot', what, `${what}, error of 95 %`], ...rows];
}
