import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { type Feed, useFeed } from '../api/feed';
import type { Bot, LadderStatus, TournamentStatus } from '../api/types';
import { useAsync } from '../lib/async';
import { botColumns } from '../results/botcolumns';
import { FaultGroups } from '../results/faultgroups';
import { GameCard } from '../results/gamecard';
import { isSingles, RunLink, to } from '../results/links';
import { LiveBoards } from '../results/liveboards';
import { MatchTable } from '../results/matchtable';
import { State } from '../results/tournamentstate';
import { Await, Page, Part } from '../ui/page';
import { Table } from '../ui/table';

const SHOWN = 8;

/** What the server is for and what it does: a card a game, what runs, what failed, and the latest matches. */
export function Home() {
  const feed = useFeed();
  const { version } = feed;
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const running = useAsync(
    (signal) => get('/api/tournaments', { state: 'running', limit: 200 }, signal),
    [],
    version,
  );
  const ladders = useAsync((signal) => get('/api/ladders', {}, signal), [], version);
  const failed = useAsync(
    (signal) => get('/api/tournaments', { state: 'failed', limit: SHOWN }, signal),
    [],
    version,
  );
  const latest = useAsync((signal) => get('/api/matches', { limit: SHOWN }, signal), [], version);
  const upsets = useAsync(
    (signal) =>
      get('/api/matches', { result: 'upset', sort: 'expected', order: 'asc', limit: SHOWN }, signal),
    [],
    version,
  );
  const faults = useAsync((signal) => get('/api/faults', {}, signal), [], version);
  const bots = useAsync((signal) => get('/api/bots', {}, signal), []);
  const newest = useMemo(() => newestOf(bots.data?.bots ?? []), [bots.data]);
  const matches = latest.data?.matches ?? [];
  if (latest.data && matches.length === 0 && running.data?.tournaments?.length === 0) return <Beginning />;
  const open = new Map((ladders.data?.ladders ?? []).map((l) => [l.name, l]));
  const shown = (running.data?.tournaments ?? []).filter((r) => !isSingles(r.id));
  const broken = (failed.data?.tournaments ?? []).filter((t) => !isSingles(t.id));
  return (
    <Page title="Arbiter">
      <p>
        A referee for programming games: bots play matches and tournaments here, and each turn of each match
        can be looked at. <a href="/matches/new">Play a match</a>,{' '}
        <a href="/tournaments/new">start a tournament</a>, or <a href="/bots/new">register a bot</a>.
      </p>
      {(shown.length > 0 || feed.playing.length + feed.void.length > 0) && (
        <Part title="Running">
          <Await result={running}>{() => <Runs runs={shown} ladders={open} feed={feed} />}</Await>
        </Part>
      )}
      <Part title="Games">
        <Await result={games}>
          {(all) => (
            <ul class="games">
              {(all.games ?? []).map((g) => (
                <GameCard key={g.name} game={g} version={version} />
              ))}
            </ul>
          )}
        </Await>
      </Part>
      {newest.length > 0 && (
        <Part title="Newest bots">
          <Table
            caption="Newest bots"
            columns={botColumns.filter((c) => c.key !== 'typed')}
            rows={newest}
            id={(b) => `${b.game}/${b.id}`}
          />
        </Part>
      )}
      {(broken.length > 0 || (faults.data?.groups ?? []).length > 0) && (
        <Part title="Failures and faults">
          {broken.length > 0 && (
            <ul>
              {broken.map((t) => (
                <li key={t.id}>
                  <State of={t.state} /> <RunLink run={t} />: {t.why}
                </li>
              ))}
            </ul>
          )}
          <Await result={faults}>
            {(f) => <FaultGroups faults={f} most={SHOWN} all={{ fault: 'any' }} />}
          </Await>
        </Part>
      )}
      <Part title="Latest matches">
        <Await result={latest}>
          {() => <MatchTable caption="Latest matches" matches={matches} without={['faults', 'took']} />}
        </Await>
        <p>
          <a href="/matches">All {latest.data?.total.toLocaleString('en')} matches</a>
        </p>
      </Part>
      {upsets.data && upsets.data.total > 0 && (
        <Part title="Upsets">
          <MatchTable
            caption="Upsets"
            matches={upsets.data.matches ?? []}
            seats={upsets.data.seats}
            without={['faults', 'took', 'reason']}
          />
          <p class="muted">
            Of all matches those in which the ratings of the game predicted less than a quarter of the points
            for the winner, least expected first.{' '}
            <a href={to.matches({ result: 'upset', sort: 'expected', order: 'asc' })}>
              All {upsets.data.total} upsets
            </a>
          </p>
        </Part>
      )}
    </Page>
  );
}

/** The bots that were registered last. */
function newestOf(bots: readonly Bot[]): Bot[] {
  return bots
    .filter((b) => b.registered_at)
    .sort((a, b) => Date.parse(b.registered_at!) - Date.parse(a.registered_at!))
    .slice(0, SHOWN);
}

interface RunsProps {
  runs: readonly TournamentStatus[];
  ladders: ReadonlyMap<string, LadderStatus>; // by name; the matches of each are a tournament of that name
  feed: Feed;
}

/** The tournaments, checks and ladders that are running, and the boards of their matches. */
function Runs({ runs, ladders, feed }: RunsProps) {
  return (
    <>
      {runs.length > 0 && (
        <Table
          caption="Running"
          rows={runs}
          id={(r) => r.id}
          columns={[
            {
              key: 'id',
              title: 'Name',
              by: (r) => r.id,
              cell: (r) => <RunLink run={r} />,
            },
            {
              key: 'game',
              title: 'Game',
              by: (r) => r.game,
              cell: (r) => <a href={to.game(r.game)}>{r.game}</a>,
            },
            { key: 'state', title: 'State', cell: (r) => <State of={r.state} /> },
            {
              key: 'progress',
              title: 'Progress',
              cell: (r) => progressOf(r, ladders.get(r.id), feed.version),
            },
          ]}
        />
      )}
      {feed.playing.length + feed.void.length > 0 && (
        <LiveBoards playing={feed.playing} waiting={feed.void} unwatched={feed.unwatched} />
      )}
    </>
  );
}

/** How far a tournament is; a ladder has no end. */
function progressOf(run: TournamentStatus, ladder: LadderStatus | undefined, version: number) {
  if (ladder === undefined) return <Progress run={run} version={version} />;
  return `${run.matches.toLocaleString('en')} played, ${ladder.rounds.toLocaleString('en')} ${ladder.rounds === 1 ? 'round' : 'rounds'}`;
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
      <span class="whole">
        {run.matches.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      <progress class="progress" max={total} value={run.matches} aria-label={`Progress of ${run.id}`} />
    </>
  );
}

/** What to do first, for who has nothing yet. */
function Beginning() {
  return (
    <Page title="Arbiter">
      <p>A referee for programming games. This server has no matches yet. What to do first:</p>
      <ol class="first">
        <li>
          <a href="/matches/new">Watch two builtin bots play</a>, or <a href="/play">play against one</a>.
        </li>
        <li>
          Make a bot of your own, which can play at once, and register it on <a href="/bots/new">this page</a>
          :
          <pre>
            <code>arbiter new domain mybot</code>
          </pre>
        </li>
        <li>
          <a href="/tournaments/new">Start a tournament</a> here, or in a terminal:
          <pre>
            <code>
              arbiter run --game domain -b builtin:domain/random -b builtin:domain/greedy --openings 10
              --server {location.origin}
            </code>
          </pre>
        </li>
      </ol>
      <p>
        Or read the rules of a <a href="/games">game</a>, or <a href="/open">open a replay file</a>.
      </p>
    </Page>
  );
}
