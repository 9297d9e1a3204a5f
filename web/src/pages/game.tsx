import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Game } from '../api/types';
import { PLAYABLE } from '../games';
import { aboutGame } from '../games/about';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { ALL_TOURNAMENTS } from '../results/counted';
import { FilterHelp } from '../results/filterhelp';
import { LeaderboardForm } from '../results/leaderboardform';
import { Levels } from '../results/levels';
import { to } from '../results/links';
import { RatingHistory } from '../results/ratinghistory';
import { Html, rulesOf } from '../results/rules';
import { RulesText } from '../results/rulestext';
import { seatsOf } from '../results/seatcount';
import { SoloComparison } from '../results/solo';
import { StandingsTable } from '../results/standings';
import { Filters } from '../ui/filters';
import { duration, number } from '../ui/format';
import { Await, Empty, ErrorMessage, Facts, Fold, Page, Part } from '../ui/page';

const HISTORY_POINTS = 40;

/** A game, or its rules. */
export function GamePage({ params, query }: PageProps) {
  const name = params.game!;
  return params.part === 'rules' ? <RulesText game={name} /> : <Overview name={name} query={query} />;
}

/** The summary of a game, its leaderboard with filters, and the rating history. */
function Overview({ name, query }: { name: string; query: URLSearchParams }) {
  const filter = query.get('filter') ?? '';
  const anchor = query.get('anchor') ?? '';
  const { version } = useFeed();
  const game = useAsync((signal) => get('/api/games/{game}', { game: name }, signal), [name]);
  const asked = { game: name, filter, anchor };
  const standings = useAsync(
    (signal) => get('/api/ratings/{game}', asked, signal),
    [name, filter, anchor],
    version,
  );
  const history = useAsync(
    (signal) => get('/api/ratings/{game}/history', { ...asked, points: HISTORY_POINTS }, signal),
    [name, filter, anchor],
    version,
  );
  const bots = useMemo(() => (standings.data?.lines ?? []).map((l) => l.bot), [standings.data]);
  if (game.error && !game.data) {
    return (
      <Page title={name} of={<a href="/">Home</a>}>
        <ErrorMessage text={game.error.message} />
      </Page>
    );
  }
  return (
    <Page title={game.data?.title ?? name} of={<a href="/">Home</a>}>
      <Await result={game}>{(g) => <About game={g} />}</Await>
      <Part title="Leaderboard">
        <Saved game={name} query={query} />
        <Await result={standings}>
          {(s) =>
            s.matches === 0 ? (
              <Empty
                text={
                  filter
                    ? 'No matches of tournaments of this game match the filter.'
                    : 'No tournament of this game has played a match yet.'
                }
                type={`arbiter run --game ${name} -b builtin:${name}/random -b builtin:${name}/greedy --seeds 1..10`}
              />
            ) : (
              <>
                <p class="muted">
                  Based on{' '}
                  <a href={to.matches({ game: name, filter, rated: true })}>{number(s.matches)} matches</a> of
                  tournaments and ladders. Single matches do not count here.
                </p>
                <StandingsTable game={name} standings={s} of={{ game: name, filter, rated: true }} />
              </>
            )
          }
        </Await>
      </Part>
      {game.data?.max_seats === 1 && bots.length > 1 && (
        <Part title="Scores by start">
          <SoloComparison
            key={bots.slice(0, 2).join()}
            game={name}
            a={bots[0]!}
            b={bots[1]!}
            bots={bots}
            of={{ filter }}
          />
        </Part>
      )}
      <Part title="Levels of the boss">
        <p>The builtin boss is a bot of ten levels, to be beaten one after the other.</p>
        <Await result={game}>{(g) => <Levels game={g} playable={PLAYABLE.includes(g.name)} />}</Await>
      </Part>
      {(standings.data || !standings.error) && (
        <Part title="Rating history">
          <Await result={history}>{(h) => <RatingHistory points={h.points ?? []} bots={bots} />}</Await>
        </Part>
      )}
    </Page>
  );
}

const filtersOf = (game: string) => [
  { name: 'filter', label: 'Match filter', placeholder: aboutGame(game).filter },
  { name: 'anchor', label: 'Anchor (Elo 0)', placeholder: 'bot ID' },
];

function About({ game }: { game: Game }) {
  return (
    <>
      <Facts
        facts={[
          ['Seats', seatsOf(game)],
          ['First answer', duration(game.first_ms)],
          ['Subsequent answers', duration(game.turn_ms)],
          ['Rules', `version ${game.rules}`],
        ]}
      />
      <Summary game={game.name} />
      <p>
        {!game.openings && game.seed} {game.max_seats === 1 && 'Scores on the same starts are compared.'}
      </p>
      <p class="muted">
        <code>arbiter new {game.name} mybot</code> makes a bot that plays at once.{' '}
        <a href={`/bots/new?game=${game.name}`}>Register a bot</a> or{' '}
        <a href={`/play?game=${game.name}`}>play a match</a>
        {PLAYABLE.includes(game.name) && (
          <>
            , or <a href={`/play?game=${game.name}&bot=me`}>play it yourself</a>
          </>
        )}
        .
      </p>
    </>
  );
}

/** The introduction, the summary of the rules, and a link to the full rules. */
function Summary({ game }: { game: string }) {
  const rules = useAsync(() => rulesOf(game), [game]);
  return (
    <Await result={rules}>
      {(r) => (
        <>
          <Html text={r.intro} />
          <details class="short">
            <summary>Rules summary</summary>
            <Html text={r.short} />
          </details>
          <p>
            <a href={`${to.game(game)}/rules`}>Full rules</a>
          </p>
        </>
      )}
    </Await>
  );
}

/** The saved leaderboards of the game, its filters, and a form that saves what they select. */
function Saved({ game, query }: { game: string; query: URLSearchParams }) {
  const all = useAsync((signal) => get('/api/leaderboards', {}, signal), []);
  const saved = (all.data?.leaderboards ?? []).filter((l) => l.game === game);
  return (
    <>
      {saved.length > 0 && (
        <p>
          Saved leaderboards:{' '}
          {saved.map((l) => (
            <a key={l.name} class="chip" href={to.leaderboard(l.name)}>
              {l.name}
            </a>
          ))}
        </p>
      )}
      <div class="folds">
        <Fold title="Filter matches" begin={Boolean(query.get('filter') || query.get('anchor'))}>
          <Filters path={to.game(game)} query={query} filters={filtersOf(game)} />
          <FilterHelp game={game} />
        </Fold>
        <Fold title="Save as leaderboard">
          <SaveForm game={game} filter={query.get('filter') ?? ''} anchor={query.get('anchor') ?? ''} />
        </Fold>
      </div>
    </>
  );
}

/** The form that saves what the page shows. */
function SaveForm({ game, ...shown }: { game: string; filter: string; anchor: string }) {
  const known = useAsync(
    async (signal) => {
      const [of, { bots }] = await Promise.all([
        get('/api/games/{game}', { game }, signal),
        get('/api/bots', { game }, signal),
      ]);
      return { of, bots: bots ?? [] };
    },
    [game],
  );
  return (
    <Await result={known}>
      {({ of, bots }) => <LeaderboardForm game={of} bots={bots} known={{ ...ALL_TOURNAMENTS, ...shown }} />}
    </Await>
  );
}
