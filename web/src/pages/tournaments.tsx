import { get } from '../api/client';
import { useFeed } from '../api/feed';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { tournamentColumns } from '../results/tournamentcolumns';
import { Filters } from '../ui/filters';
import { Await, Empty, Page } from '../ui/page';
import { Pager } from '../ui/pager';
import { Table } from '../ui/table';

const FILTERS = [
  { name: 'game', label: 'Game', placeholder: 'domain' },
  {
    name: 'state',
    label: 'State',
    options: ['idle', 'running', 'paused', 'done', 'cancelled', 'failed'],
  },
];

/** The tournaments, newest first. */
export function TournamentsPage({ query }: PageProps) {
  const { version } = useFeed();
  const { game, state, cursor } = Object.fromEntries(query);
  const asked = { game, state, cursor };
  const list = useAsync((signal) => get('/api/tournaments', asked, signal), [asked], version);
  return (
    <Page
      title="Tournaments"
      aside={
        <p class="actions">
          <a href="/workers">Workers</a>
          <a href="/tournaments/new">New tournament</a>
        </p>
      }
    >
      <Filters path="/tournaments" query={query} filters={FILTERS} />
      <Await result={list}>
        {(page) => {
          const runs = page.tournaments ?? [];
          if (runs.length > 0) {
            return (
              <>
                <p class="muted">{page.total} total</p>
                <Table caption="Tournaments" columns={tournamentColumns} rows={runs} id={(r) => r.id} />
                <Pager path="/tournaments" query={query} next={page.next} />
              </>
            );
          }
          if (game || state || cursor) return <Empty text="No tournaments match the filter." />;
          return (
            <Empty
              text="No tournaments yet. To run one:"
              type="arbiter run --game domain -b builtin:domain/random -b builtin:domain/greedy --seeds 1..10"
            />
          );
        }}
      </Await>
    </Page>
  );
}
