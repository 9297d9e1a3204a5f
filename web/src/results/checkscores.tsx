import { exact, NONE, number } from '../ui/format';
import { Facts } from '../ui/page';
import { type Column, Table } from '../ui/table';
import type { CheckStatus, Swing } from './checkstatus';

interface Props {
  status: CheckStatus;
  tournament: string;
}

/** The mean scores of a check of a solo game, and the starts with the largest gains and losses. */
export function CheckScores({ status, tournament }: Props) {
  const { scores } = status;
  if (!scores) return null;
  return (
    <>
      <Facts
        facts={[
          ['Candidate, mean', number(scores.candidate, 2)],
          ['Baseline, mean', number(scores.baseline, 2)],
          [
            status.ascending
              ? 'Paired difference, smaller scores being better ± 95 %'
              : 'Paired difference ± 95 %',
            <ScoreDifference key="d" of={scores} />,
          ],
          ['Starts', scores.starts],
        ]}
      />
      {scores.note && <p class="note">{scores.note}</p>}
      <Swings caption="Largest gains" swings={status.gains ?? []} tournament={tournament} />
      <Swings caption="Largest losses" swings={status.losses ?? []} tournament={tournament} />
    </>
  );
}

/** The mean difference of the scores on the same starts, with its error. */
export function ScoreDifference({ of }: { of: NonNullable<CheckStatus['scores']> }) {
  const { difference, difference_error95: error95 } = of;
  return (
    <>
      {gain(difference)}
      {difference !== null && error95 !== null && <span class="pm"> ± {number(error95, 2)}</span>}
    </>
  );
}

/** A difference of scores with its sign. */
export function gain(value: number | null): string {
  if (value === null) return NONE;
  return value > 0 ? `+${number(value, 2)}` : number(value, 2);
}

function Swings({
  caption,
  swings,
  tournament,
}: {
  caption: string;
  swings: readonly Swing[];
  tournament: string;
}) {
  if (swings.length === 0) return null;
  const columns: readonly Column<Swing>[] = [
    {
      key: 'start',
      title: 'Start',
      csv: (s) => ({ Start: nameOf(s.start) }),
      cell: (s) => <StartLink start={s.start} tournament={tournament} />,
    },
    {
      key: 'candidate',
      title: 'Candidate',
      numeric: true,
      by: (s) => s.candidate,
      cell: (s) => exact(s.candidate),
    },
    {
      key: 'baseline',
      title: 'Baseline',
      numeric: true,
      by: (s) => s.baseline,
      cell: (s) => exact(s.baseline),
    },
    {
      key: 'difference',
      title: 'Difference',
      numeric: true,
      by: (s) => s.candidate - s.baseline,
      cell: (s) => gain(s.candidate - s.baseline),
    },
  ];
  return (
    <>
      <h3>{caption}</h3>
      <Table
        caption={caption}
        columns={columns}
        rows={swings}
        id={({ start }) => `${start.setup ?? ''} ${start.seed}`}
      />
    </>
  );
}

/** A start as a link to its matches. Filters know seeds only, so that a position links to all matches of the check. */
function StartLink({ start, tournament }: { start: Swing['start']; tournament: string }) {
  const filter = start.setup ? '' : `seed=${start.seed}`;
  return (
    <a href={`/matches?${new URLSearchParams({ tournament, ...(filter && { filter }) })}`}>{nameOf(start)}</a>
  );
}

function nameOf({ name, setup, seed }: Swing['start']): string {
  return name || (setup ? `position ${setup.slice(0, 8)}` : `seed ${seed}`);
}
