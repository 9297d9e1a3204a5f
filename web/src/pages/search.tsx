import { get } from '../api/client';
import type { Bot, Match, TournamentStatus } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { botColumns } from '../results/botcolumns';
import { isSingles, to } from '../results/links';
import { MatchTable } from '../results/matchtable';
import { tournamentColumns } from '../results/tournamentcolumns';
import { Await, Empty, Page, Part } from '../ui/page';
import { Table } from '../ui/table';

const MOST = 50; // of each kind

interface Found {
  games: { name: string; title: string }[];
  boards: { name: string }[];
  tournaments: TournamentStatus[];
  bots: Bot[];
  matches: Match[];
}

/** Search results: names that contain the query, and matches whose ID starts with it. */
export function SearchPage({ query }: PageProps) {
  const q = query.get('q') ?? '';
  const found = useAsync((signal) => search(q, signal), [q]);
  return (
    <Page title={`Search: ${q}`}>
      <Await result={found}>{(f) => <Results found={f} />}</Await>
    </Page>
  );
}

async function search(q: string, signal: AbortSignal): Promise<Found> {
  const [games, boards, tournaments, bots, matches] = await Promise.all([
    get('/api/games', {}, signal),
    get('/api/leaderboards', {}, signal),
    get('/api/tournaments', {}, signal),
    get('/api/bots', {}, signal),
    isID(q) ? get('/api/matches', { id: q.toLowerCase(), limit: MOST }, signal) : { matches: [] },
  ]);
  return {
    games: (games.games ?? []).filter((g) => has(q, g.name, g.title)),
    boards: (boards.leaderboards ?? []).filter((l) => has(q, l.name)),
    tournaments: (tournaments.tournaments ?? []).filter((t) => has(q, t.id) && !isSingles(t.id)),
    bots: (bots.bots ?? []).filter((b) => has(q, b.id, b.typed)),
    matches: matches.matches ?? [],
  };
}

/** Reports whether a text may be a prefix of a match ID. */
export function isID(q: string): boolean {
  return /^[0-9a-f]{3,20}$/i.test(q);
}

/** Reports whether any of the texts contains q, ignoring case. */
export function has(q: string, ...texts: string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(q.toLowerCase()));
}

function Results({ found: f }: { found: Found }) {
  const names = [
    ...f.games.map((g) => ({ href: to.game(g.name), text: g.title })),
    ...f.boards.map((l) => ({ href: to.leaderboard(l.name), text: l.name })),
  ];
  if (names.length + f.tournaments.length + f.bots.length + f.matches.length === 0) {
    return (
      <Empty text="No results. Search finds games, leaderboards, tournaments and bots by any part of their name, and matches by the first characters of their ID." />
    );
  }
  return (
    <>
      {names.length > 0 && (
        <p>
          {names.map((n) => (
            <a key={n.href} class="chip" href={n.href}>
              {n.text}
            </a>
          ))}
        </p>
      )}
      {f.matches.length > 0 && (
        <Part title="Matches">
          <MatchTable caption="Matches" matches={f.matches} without={['took']} />
        </Part>
      )}
      {f.tournaments.length > 0 && (
        <Part title="Tournaments">
          <Table
            caption="Tournaments"
            columns={tournamentColumns}
            rows={f.tournaments.slice(0, MOST)}
            id={(t) => t.id}
          />
        </Part>
      )}
      {f.bots.length > 0 && (
        <Part title="Bots">
          <Table
            caption="Bots"
            columns={botColumns}
            rows={f.bots.slice(0, MOST)}
            id={(b) => `${b.game}/${b.id}`}
          />
        </Part>
      )}
    </>
  );
}
