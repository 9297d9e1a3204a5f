import { get } from '../api/client';
import { FAULTS } from '../api/lists.gen';
import { aboutGame } from '../games/about';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { address } from '../lib/url';
import { to } from '../results/links';
import { type ListOrder, MatchTable, type Sort } from '../results/matchtable';
import { Filters } from '../ui/filters';
import { Await, Empty, Page } from '../ui/page';
import { Pager } from '../ui/pager';

const RESULTS = ['won', 'drawn', 'lost', 'upset'];
const CHOSEN = ['rated', 'leaderboard']; // that lead here from a table
const ABOUT_A_SEAT = ['bot', 'filter', 'result', 'sort'];

/** The played matches, newest first by default. The filters, the order and the cursor are in the URL. */
export function MatchesPage({ query }: PageProps) {
  const asked = Object.fromEntries(query);
  const matches = useAsync((signal) => get('/api/matches', asked, signal), [query.toString()]);
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const filters = [
    { name: 'game', label: 'Game', options: (games.data?.games ?? []).map((g) => g.name) },
    { name: 'bot', label: 'Bot', placeholder: 'name or ID' },
    { name: 'result', label: 'Result', options: RESULTS },
    { name: 'tournament', label: 'Tournament' },
    { name: 'fault', label: 'Fault', options: ['any', ...FAULTS.map((f) => f.kind)] },
    { name: 'reason', label: 'Reason' },
    { name: 'filter', label: 'Match filter', placeholder: aboutGame(query.get('game') ?? '').filter },
  ];
  const order: ListOrder = {
    sort: (query.get('sort') ?? 'time') as Sort,
    down: query.get('order') !== 'asc',
  };
  const sort = (next: ListOrder) => navigate(ordered(query, next));
  return (
    <Page title="Matches" aside={<a href="/play">Play a match</a>}>
      {games.data && (
        <Filters path="/matches" query={query} filters={filters} keep={['sort', 'order', ...CHOSEN]} />
      )}
      <Chosen query={query} />
      <Await result={matches}>
        {(page) => {
          const found = page.matches ?? [];
          if (found.length === 0) return <Nothing filtered={query.size > 0} />;
          const solo = found.every((m) => m.seats?.length === 1);
          return (
            <>
              <p class="muted">{page.total.toLocaleString('en')} total</p>
              <MatchTable
                caption="Matches"
                matches={found}
                seats={ABOUT_A_SEAT.some((name) => query.get(name)) ? page.seats : null}
                without={solo ? ['margin'] : []}
                server={{ order, sort }}
              />
              <Pager path="/matches" query={query} next={page.next} />
            </>
          );
        }}
      </Await>
    </Page>
  );
}

/** The URL of the list in another order, from its first page on. */
export function ordered(query: URLSearchParams, { sort, down }: ListOrder): string {
  const { cursor: _, ...rest } = Object.fromEntries(query);
  return address('/matches', { ...rest, sort: sort === 'time' ? '' : sort, order: down ? '' : 'asc' });
}

/** Says that the list has only what a table counts, and leads to the list of all. */
function Chosen({ query }: { query: URLSearchParams }) {
  const board = query.get('leaderboard');
  if (!board && query.get('rated') !== 'true') return null;
  const { rated: _, leaderboard: __, cursor: ___, ...rest } = Object.fromEntries(query);
  return (
    <p class="note">
      {board ? (
        <>
          Only matches that the leaderboard <a href={to.leaderboard(board)}>{board}</a> counts.
        </>
      ) : (
        'Only matches that ratings count: those of tournaments and ladders, between bots.'
      )}{' '}
      <a href={to.matches(rest)}>Show all</a>
    </p>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty text="No matches match the filter." />;
  return (
    <Empty
      text="No matches yet. To play some:"
      type="arbiter run --game domain -b builtin:domain/random -b builtin:domain/greedy --seeds 1..10"
    />
  );
}
