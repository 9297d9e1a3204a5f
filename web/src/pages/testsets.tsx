import { get } from '../api/client';
import type { MistakeSet } from '../api/types';
import { useAsync } from '../lib/async';
import { to } from '../results/links';
import { LastRun, lastRun } from '../results/testset';
import { NONE } from '../ui/format';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';

/** The bot that was named last when bots were asked last: of an old version and a new one the new one. */
const last = (s: MistakeSet) => lastRun(s).at(-1);

const columns: readonly Column<MistakeSet>[] = [
  {
    key: 'name',
    title: 'Test set',
    by: (s) => s.name,
    cell: (s) => <a href={to.testset(s.name)}>{s.name}</a>,
  },
  {
    key: 'game',
    title: 'Game',
    by: (s) => s.game,
    cell: (s) => (s.game ? <a href={to.game(s.game)}>{s.game}</a> : NONE),
  },
  { key: 'count', title: 'Positions', numeric: true, by: (s) => s.count },
  {
    key: 'last',
    title: 'Last answers',
    about:
      'Of the bots that arbiter diff --set asked last, as they were named: how many positions each solved, and in how many it made the mistake again.',
    csv: (s) => ({ bot: last(s)?.bot ?? '', solved: last(s)?.best ?? null, again: last(s)?.same ?? null }),
    cell: (s) =>
      s.why ? (
        <span class="fault">{s.why}</span>
      ) : last(s) ? (
        <LastRun runs={lastRun(s)} />
      ) : (
        <span class="muted">no bot was asked</span>
      ),
  },
  {
    key: 'at',
    title: 'Asked',
    numeric: true,
    by: (s) => Date.parse(last(s)?.at ?? '') || null,
    cell: (s) => (last(s) ? <Ago at={last(s)!.at} /> : NONE),
  },
];

/** The sets of positions that bots got wrong. */
export function TestSetsPage() {
  const sets = useAsync((signal) => get('/api/mistake-sets', {}, signal), []);
  return (
    <Page title="Test sets" of={<a href="/bots">Bots</a>}>
      <p class="muted">
        Positions in which a bot gave a bad answer, kept to see what other versions answer there.
      </p>
      <Await result={sets}>
        {({ mistake_sets }) =>
          (mistake_sets ?? []).length === 0 ? (
            <Empty
              text="No test sets. A server shows those of a folder; to make one, and to show it:"
              type={'arbiter testset add sets/mine MATCH --turn T\narbiter serve --testsets sets'}
            />
          ) : (
            <Table caption="Test sets" columns={columns} rows={mistake_sets ?? []} id={(s) => s.name} />
          )
        }
      </Await>
    </Page>
  );
}
