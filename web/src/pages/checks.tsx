import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Check } from '../api/types';
import { useAsync } from '../lib/async';
import { Elo } from '../results/elo';
import { BotLink, to } from '../results/links';
import { State } from '../results/tournamentstate';
import { Verdict } from '../results/verdict';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';

const columns: readonly Column<Check>[] = [
  {
    key: 'id',
    title: 'Check',
    by: (c) => c.tournament.id,
    cell: (c) => <a href={to.check(c.tournament.id)}>{c.tournament.id}</a>,
  },
  { key: 'answer', title: 'Answer', by: (c) => c.answer, cell: (c) => <Verdict of={c.answer} /> },
  {
    key: 'candidate',
    title: 'Candidate',
    by: (c) => c.candidate,
    cell: (c) => <BotLink game={c.tournament.game} id={c.candidate} />,
  },
  {
    key: 'baseline',
    title: 'Baseline',
    by: (c) => c.baseline,
    cell: (c) => <BotLink game={c.tournament.game} id={c.baseline} />,
  },
  {
    key: 'elo',
    title: 'Elo ± 95 %',
    numeric: true,
    by: (c) => c.found.estimate.elo,
    cell: (c) => <Elo elo={c.found.estimate.elo} elo_error95={c.found.estimate.elo_error95} />,
  },
  {
    key: 'trials',
    title: 'Matches',
    numeric: true,
    by: (c) => c.tournament.matches,
  },
  {
    key: 'state',
    title: 'State',
    by: (c) => c.tournament.state,
    cell: (c) => <State of={c.tournament.state} />,
  },
  {
    key: 'created',
    title: 'Created',
    numeric: true,
    by: (c) => Date.parse(c.tournament.created_at),
    cell: (c) => <Ago at={c.tournament.created_at} />,
  },
];

/** The sequential tests of candidates against baselines. */
export function ChecksPage() {
  const { version } = useFeed();
  const checks = useAsync((signal) => get('/api/checks', {}, signal), [], version);
  return (
    <Page
      title="Checks"
      aside={
        <span>
          <a href="/findings">Bisects and histories</a> · <a href="/checks/new">New check</a>
        </span>
      }
    >
      <p class="muted">
        A check plays a candidate against a baseline until a sequential test decides whether the candidate is
        weaker.
      </p>
      <Await result={checks}>
        {(all) =>
          (all.checks ?? []).length === 0 ? (
            <Empty text="No checks yet. Start one here, or in CI with:" type="arbiter check --help" />
          ) : (
            <Table caption="Checks" columns={columns} rows={all.checks ?? []} id={(c) => c.tournament.id} />
          )
        }
      </Await>
    </Page>
  );
}
