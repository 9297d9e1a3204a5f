import { useContext } from 'preact/hooks';
import { get, post } from '../api/client';
import { type Feed, useFeed } from '../api/feed';
import type { Game, TournamentStatus } from '../api/types';
import { useAsync } from '../lib/async';
import { Permission } from '../lib/permission';
import { navigate } from '../lib/router';
import { choicesOf, suggestionOf } from '../results/choices';
import { Emblem } from '../results/emblem';
import { EndedList } from '../results/ended';
import { GameCard } from '../results/gamecard';
import { isSingles, RunLink, to } from '../results/links';
import { LiveBoards } from '../results/liveboards';
import { MyBots, mineOf } from '../results/mybots';
import { names } from '../results/names';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { Command, useCopy } from '../ui/copycommand';
import { number } from '../ui/format';
import { Await, ErrorMessage, Page, Part } from '../ui/page';
import { Table } from '../ui/table';

/** What an author comes back to: the own bots, what runs, what ended since the last visit, and the games. */
export function Home() {
  const feed = useFeed();
  const { version } = feed;
  const { token } = useContext(Permission);
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const running = useAsync(
    (signal) => get('/api/tournaments', { state: 'running', limit: 20 }, signal),
    [],
    version,
  );
  const bots = useAsync(() => names.all(), [], version);
  const all = bots.data ?? [];
  const mine = mineOf(all, token);
  const runs = (running.data?.tournaments ?? []).filter((r) => !isSingles(r.id));
  const busy = runs.length > 0 || feed.playing.length + feed.void.length > 0;
  const unused = bots.data !== undefined && all.every((b) => b.matches === 0);
  if (unused && running.data && !busy) return <Beginning games={games.data?.games ?? []} />;
  return (
    <Page title="Arbiter" aside={<Doors />}>
      {mine.length > 0 && (
        <Part title="My bots">
          <MyBots bots={mine} version={version} />
        </Part>
      )}
      {busy && (
        <Part title="Running">
          <Runs runs={runs} feed={feed} />
        </Part>
      )}
      <EndedList version={version} />
      <Part title="Games">
        <Await result={games}>
          {(list) => (
            <ul class="games">
              {(list.games ?? []).map((g) => (
                <GameCard key={g.name} game={g} />
              ))}
            </ul>
          )}
        </Await>
      </Part>
    </Page>
  );
}

/** Where an author goes on from here. */
function Doors() {
  return (
    <p class="actions">
      <a href="/play">Play</a>
      <a href="/tournaments/new">New tournament</a>
      <a href="/checks/new">New check</a>
      <a href="/bots/new">Register a bot</a>
    </p>
  );
}

/** The tournaments, checks and ladders that are running, and the boards of the matches that are being played. */
function Runs({ runs, feed }: { runs: readonly TournamentStatus[]; feed: Feed }) {
  return (
    <>
      {runs.length > 0 && (
        <Table
          caption="Running"
          rows={runs}
          id={(r) => r.id}
          columns={[
            { key: 'id', title: 'Name', by: (r) => r.id, cell: (r) => <RunLink run={r} /> },
            {
              key: 'game',
              title: 'Game',
              by: (r) => r.game,
              cell: (r) => <a href={to.game(r.game)}>{r.game}</a>,
            },
            { key: 'progress', title: 'Progress', cell: (r) => <Progress run={r} version={feed.version} /> },
          ]}
        />
      )}
      {feed.playing.length + feed.void.length > 0 && (
        <LiveBoards playing={feed.playing} waiting={feed.void} unwatched={feed.unwatched} still />
      )}
    </>
  );
}

/** The progress of a tournament, whose total is not in the list; a ladder has no end. */
function Progress({ run, version }: { run: TournamentStatus; version: number }) {
  const endless = run.kind === 'ladder';
  const known = useAsync(
    async (signal) =>
      endless ? undefined : get('/api/tournaments/{tournament}', { tournament: run.id }, signal),
    [run.id],
    version,
  );
  const total = known.data?.total ?? 0;
  if (total === 0) return <>{number(run.matches)} played</>;
  return (
    <>
      <span class="whole">
        {number(run.matches)} of {number(total)}
      </span>
      <progress class="progress" max={total} value={run.matches} aria-label={`Progress of ${run.id}`} />
    </>
  );
}

const FIRST = 'domain'; // the game of the commands: short matches, and nothing is hidden

/** What to do first, for who has nothing yet: a button, and three commands. */
function Beginning({ games }: { games: readonly Game[] }) {
  const [error, act] = useAction();
  const [copied, copy] = useCopy();
  const game = games.find((g) => g.name === FIRST) ?? games[0];
  const watch = async (g: Game) => {
    const groups = choicesOf(g, [], undefined, undefined);
    const bots = Array.from({ length: Math.max(1, g.min_seats) }, (_, seat) => suggestionOf(groups, seat));
    const start = g.openings ? { opening: 1 } : { seed: '1' };
    navigate(to.match((await post('/api/matches', {}, { game: g.name, bots, ...start })).id));
  };
  return (
    <Page title="Arbiter">
      <p class="lead">A referee for programming games: bots play here, and every turn can be looked at.</p>
      {game && (
        <p class="watch">
          <ActionButton main needs="upload" onClick={() => act(watch(game))}>
            Watch a match
          </ActionButton>
          <span class="muted">
            Two levels of the builtin boss play {game.title}. Or{' '}
            <a href={`/play?game=${game.name}`}>choose who plays</a>.
          </span>
        </p>
      )}
      <ErrorMessage text={error} />
      <Part title="Your own bot">
        <ol class="commands first">
          <Command title="Make a bot that can play at once" text="arbiter new domain mybot" copy={copy} />
          <Command
            title="See it play"
            text="arbiter play domain ./mybot 'builtin:domain/boss?level=1'"
            copy={copy}
          />
          <Command
            title="Run a tournament on this server"
            text={`arbiter run --game domain -b ./mybot -b builtin:domain/greedy --openings 10 --server ${location.origin}`}
            copy={copy}
          />
        </ol>
        <p class="muted">
          <span role="status">{copied}</span>
        </p>
        <p>
          Or <a href="/bots/new">upload a bot</a>, or <a href="/open">open a replay file</a>.
        </p>
      </Part>
      <Part title="Games">
        <ul class="games small">
          {games.map((g) => (
            <li key={g.name} class="card">
              <a href={to.game(g.name)}>
                <Emblem game={g.name} />
                {g.title}
              </a>
            </li>
          ))}
        </ul>
      </Part>
    </Page>
  );
}
