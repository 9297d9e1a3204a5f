import { get } from '../api/client';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { MatchTable } from '../results/matchtable';
import { Filters } from '../ui/filters';
import { Await, Empty, Page } from '../ui/page';
import { Pager } from '../ui/pager';

const FAULTS = ['any', 'timeout', 'crash', 'flood', 'unasked', 'garbled', 'illegal'];

/** The played matches, newest first. The filters and the cursor are in the URL. */
export function MatchesPage({ query }: PageProps) {
  const asked = Object.fromEntries(query);
  const matches = useAsync((signal) => get('/api/matches', asked, signal), [query.toString()]);
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const filters = [
    { name: 'game', label: 'Game', options: (games.data?.games ?? []).map((g) => g.name) },
    { name: 'bot', label: 'Bot', placeholder: 'name or ID' },
    { name: 'tournament', label: 'Tournament' },
    { name: 'fault', label: 'Fault', options: FAULTS },
    { name: 'reason', label: 'Reason' },
    { name: 'filter', label: 'Match filter', placeholder: 'seat=1,score>20' },
  ];
  return (
    <Page title="Matches" aside={<a href="/matches/new">Play a match</a>}>
      {games.data && <Filters path="/matches" query={query} filters={filters} />}
      <Await result={matches}>
        {(page) => {
          const found = page.matches ?? [];
          return (
            <>
              {found.length === 0 ? (
                <Nothing filtered={query.size > 0} more={page.next !== undefined} />
              ) : (
                <MatchTable caption="Matches" matches={found} without={['took']} />
              )}
              <Pager path="/matches" query={query} next={page.next} />
            </>
          );
        }}
      </Await>
    </Page>
  );
}

function Nothing({ filtered, more }: { filtered: boolean; more: boolean }) {
  if (more) return <Empty text="No matches on this page match the filter; older ones may." />;
  if (filtered) return <Empty text="No matches match the filter." />;
  return (
    <Empty
      text="No matches yet. To play some:"
      type="arbiter run --game domain -b builtin:domain/random -b builtin:domain/greedy --seeds 1..10"
    />
  );
}
