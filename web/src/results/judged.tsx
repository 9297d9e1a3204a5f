import { get } from '../api/client';
import type { SeatAnalysis } from '../api/types';
import { useAsync } from '../lib/async';
import { NONE, plusMinus } from '../ui/format';
import { to } from './links';
import { oneLine } from './puzzles';

/** What the judge says of a seat's answers in a match: its costliest mistake, with a link to the turn. */
export function Judged({ match, seat }: { match: string; seat: number }) {
  const { data } = useAsync(
    (signal) => get('/api/matches/{id}/decisive', { id: match, seat }, signal),
    [match, seat],
  );
  if (data === undefined) return <span class="muted">{NONE}</span>;
  return <JudgedView match={match} seat={seat} analysis={data.analysis} />;
}

interface Props {
  match: string;
  seat: number;
  analysis: SeatAnalysis | undefined;
}

export function JudgedView({ match, seat, analysis }: Props) {
  if (!analysis) return <span class="muted">not analysed</span>;
  const { worst, unit } = analysis;
  if (!worst) return <span class="why muted">no mistakes found</span>;
  return (
    <span class="why">
      <a href={to.turn(match, worst.turn, seat)}>turn {worst.turn}</a>: {plusMinus(worst.cost, worst.error)}{' '}
      {unit}, {worst.sure}; better <code>{oneLine(worst.best)}</code>
    </span>
  );
}
