import { get } from '../api/client';
import { type Feed, useFeed } from '../api/feed';
import type { Match, TournamentStatus } from '../api/types';
import { type AsyncResult, useAsync } from '../lib/async';
import { FaultTable } from '../results/faulttable';
import { BotLink, TournamentLink, to } from '../results/links';
import { LiveBoards } from '../results/liveboards';
import { Seats } from '../results/matchseats';
import { MatchTable } from '../results/matchtable';
import { State } from '../results/tournamentstate';
import { type Ratings, type Upset, upsetsOf } from '../results/upsets';
import { percent } from '../ui/format';
import { Await, Empty, Page, Part } from '../ui/page';
import { Table } from '../ui/table';
import { Ago } from '../ui/time';

const LOOKED_AT = 200; // latest matches searched for upsets
const SHOWN = 8;

/** The overview: running tournaments, latest matches, upsets and faults. */
export function Home() {
  const feed = useFeed();
  const { version } = feed;
  const running = useAsync(
    (signal) => get('/api/tournaments', { state: 'running', limit: 200 }, signal),
    [],
    version,
  );
  const latest = useAsync((signal) => get('/api/matches', { limit: LOOKED_AT }, signal), [], version);
  const faults = useAsync(
    (signal) => get('/api/matches', { fault: 'any', limit: SHOWN }, signal),
    [],
    version,
  );
  const matches = latest.data?.matches ?? [];
  const upsets = useUpsets(matches);
  if (latest.data && matches.length === 0 && running.data?.tournaments?.length === 0) return <Beginning />;
  return (
    <Page title="Arbiter">
      <Part title="Running">
        <Await result={running}>{(r) => <Tournaments runs={r.tournaments ?? []} feed={feed} />}</Await>
      </Part>
      <Part title="Latest matches">
        <Await result={latest}>
          {() => (
            <MatchTable
              caption="Latest matches"
              matches={matches.slice(0, SHOWN)}
              without={['faults', 'took']}
            />
          )}
        </Await>
        <p>
          <a href="/matches">All matches</a>
        </p>
      </Part>
      <Part title="Upsets">
        <Await result={upsets}>
          {(found) => <Upsets upsets={found.slice(0, SHOWN)} looked={matches.length} />}
        </Await>
      </Part>
      <Part title="Latest faults">
        <Await result={faults}>{(f) => <FaultTable matches={f.matches ?? []} />}</Await>
      </Part>
    </Page>
  );
}

/** Finds the upsets among matches by the current ratings. */
function useUpsets(matches: readonly Match[]): AsyncResult<Upset[]> {
  const games = [...new Set(matches.map((m) => m.game))].sort();
  const ratings = useAsync(async (signal) => {
    const read = async (game: string): Promise<[string, Ratings]> => {
      const s = await get('/api/ratings/{game}', { game }, signal);
      return [game, new Map((s.lines ?? []).map((l) => [l.bot, l.elo]))];
    };
    return new Map(await Promise.all(games.map(read)));
  }, games);
  return { error: ratings.error, data: ratings.data && upsetsOf(matches, ratings.data) };
}

function Tournaments({ runs, feed }: { runs: readonly TournamentStatus[]; feed: Feed }) {
  const shown = runs.filter((r) => !r.id.startsWith('single:'));
  return (
    <>
      {shown.length === 0 ? (
        <p class="muted">
          No tournament is running. <a href="/tournaments/new">Start one</a> or{' '}
          <a href="/matches/new">play a match</a>.
        </p>
      ) : (
        <Table
          caption="Running tournaments"
          rows={shown}
          id={(r) => r.id}
          columns={[
            { key: 'id', title: 'Tournament', by: (r) => r.id, cell: (r) => <TournamentLink id={r.id} /> },
            {
              key: 'game',
              title: 'Game',
              by: (r) => r.game,
              cell: (r) => <a href={to.game(r.game)}>{r.game}</a>,
            },
            { key: 'state', title: 'State', cell: (r) => <State of={r.state} /> },
            { key: 'progress', title: 'Progress', cell: (r) => <Progress run={r} version={feed.version} /> },
          ]}
        />
      )}
      {feed.playing.length > 0 && <LiveBoards playing={feed.playing} />}
    </>
  );
}

/** The progress of a tournament. The list of tournaments omits the total. */
function Progress({ run, version }: { run: TournamentStatus; version: number }) {
  const known = useAsync(
    (signal) => get('/api/tournaments/{tournament}', { tournament: run.id }, signal),
    [run.id],
    version,
  );
  const total = known.data?.total ?? 0;
  if (total === 0) return <>{run.matches} played</>;
  return (
    <>
      {run.matches} of {total}
      <progress class="progress" max={total} value={run.matches} aria-label={`Progress of ${run.id}`} />
    </>
  );
}

function Upsets({ upsets, looked }: { upsets: readonly Upset[]; looked: number }) {
  if (upsets.length === 0) return <p class="muted">None in the latest {looked} matches.</p>;
  return (
    <>
      <Table
        caption="Upsets"
        rows={upsets}
        id={(u) => u.match.id}
        columns={[
          {
            key: 'winner',
            title: 'Won',
            by: (u) => u.winner,
            cell: (u) => <BotLink game={u.match.game} id={u.winner} />,
          },
          {
            key: 'chance',
            title: 'Expected',
            about: 'Expected share of the points by the current ratings.',
            numeric: true,
            by: (u) => u.chance,
            cell: (u) => percent(u.chance),
          },
          {
            key: 'match',
            title: 'Match',
            cell: (u) => (
              <a class="mono" href={to.match(u.match.id)}>
                {u.match.id.slice(0, 8)}
              </a>
            ),
          },
          { key: 'seats', title: 'Seats and scores', cell: (u) => <Seats match={u.match} /> },
          {
            key: 'at',
            title: 'Played',
            numeric: true,
            by: (u) => Date.parse(u.match.played_at),
            cell: (u) => <Ago at={u.match.played_at} />,
          },
        ]}
      />
      <p class="muted">
        Those of the latest {looked} matches in which the current ratings predicted less than a quarter of the
        points for the winner.
      </p>
    </>
  );
}

function Beginning() {
  return (
    <Page title="Arbiter">
      <p>A referee for programming games. This server has no matches yet. To play some:</p>
      <Empty
        text="Run a tournament:"
        type="arbiter run --game domain -b builtin:domain/random -b builtin:domain/greedy --seeds 1..10"
      />
      <p>
        Or <a href="/matches/new">play a match</a> here, or <a href="/open">open a replay file</a>.
      </p>
    </Page>
  );
}
