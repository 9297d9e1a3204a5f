import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { LadderStatus } from '../api/types';
import { useAsync } from '../lib/async';
import { to } from '../results/links';
import { State } from '../results/tournamentstate';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';

const columns: readonly Column<LadderStatus>[] = [
  { key: 'name', title: 'Ladder', by: (l) => l.name, cell: (l) => <a href={to.ladder(l.name)}>{l.name}</a> },
  { key: 'game', title: 'Game', by: (l) => l.game, cell: (l) => <a href={to.game(l.game)}>{l.game}</a> },
  { key: 'state', title: 'State', by: (l) => l.state, cell: (l) => <State of={l.state} /> },
  { key: 'matches', title: 'Matches', numeric: true, by: (l) => l.matches },
  {
    key: 'created',
    title: 'Created',
    numeric: true,
    by: (l) => Date.parse(l.created_at),
    cell: (l) => <Ago at={l.created_at} />,
  },
];

/** The ladders that never close. */
export function LaddersPage() {
  const { version } = useFeed();
  const ladders = useAsync((signal) => get('/api/ladders', {}, signal), [], version);
  return (
    <Page title="Ladders" aside={<a href="/ladders/new">New ladder</a>}>
      <p class="muted">
        A ladder never closes: bots enter, get new versions and leave while it plays, whenever no tournament
        or check has a match to play.
      </p>
      <Await result={ladders}>
        {(all) =>
          (all.ladders ?? []).length === 0 ? (
            <Empty
              text="No ladders yet. Open one here, or enter every version that you save with:"
              type={`arbiter ladder domain --watch bots --server ${location.origin}`}
            />
          ) : (
            <Table caption="Ladders" columns={columns} rows={all.ladders ?? []} id={(l) => l.name} />
          )
        }
      </Await>
    </Page>
  );
}
