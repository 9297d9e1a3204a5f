import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Game } from '../api/types';
import { PLAYABLE } from '../games';
import { aboutGame } from '../games/about';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { address } from '../lib/url';
import { FilterHelp } from '../results/filterhelp';
import { Levels } from '../results/levels';
import { to } from '../results/links';
import { RatingHistory } from '../results/ratinghistory';
import { Html, rulesOf } from '../results/rules';
import { seatsOf } from '../results/seatcount';
import { SoloComparison } from '../results/solo';
import { StandingsTable } from '../results/standings';
import { Filters } from '../ui/filters';
import { duration, number } from '../ui/format';
import { Await, Empty, ErrorMessage, Facts, Page, Part } from '../ui/page';

const HISTORY_POINTS = 40;

/** A game: its summary, its leaderboard with filters, and the rating history. */
export function GamePage({ params, query }: PageProps) {
  const name = params.game!;
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
      <Page title={name} of={<a href="/games">Games</a>}>
        <ErrorMessage text={game.error.message} />
      </Page>
    );
  }
  return (
    <Page title={game.data?.title ?? name} of={<a href="/games">Games</a>}>
      <Await result={game}>{(g) => <About game={g} />}</Await>
      <Part title="Leaderboard">
        <Filters path={to.game(name)} query={query} filters={filtersOf(name)} />
        <FilterHelp game={name} />
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
                  tournaments and ladders. Single matches and those played by hand do not count, unless a
                  saved leaderboard asks for them.
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
        {game.seed} {game.max_seats === 1 && 'Bots are compared by their scores on the same starts.'}
      </p>
      <p class="muted">
        <code>arbiter new {game.name} mybot</code> creates a bot that can play immediately.{' '}
        <a href={`/bots/new?game=${game.name}`}>Register a bot</a> or{' '}
        <a href={`/matches/new?game=${game.name}`}>play a match</a>
        {PLAYABLE.includes(game.name) && (
          <>
            , or <a href={`/play?game=${game.name}`}>play it yourself</a>
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

/** The saved leaderboards of the game, and a link that saves the current one. */
function Saved({ game, query }: { game: string; query: URLSearchParams }) {
  const all = useAsync((signal) => get('/api/leaderboards', {}, signal), []);
  const saved = (all.data?.leaderboards ?? []).filter((l) => l.game === game);
  const shown = { game, filter: query.get('filter') ?? '', anchor: query.get('anchor') ?? '' };
  return (
    <p>
      {saved.length > 0 && 'Saved leaderboards: '}
      {saved.map((l) => (
        <a key={l.name} class="chip" href={to.leaderboard(l.name)}>
          {l.name}
        </a>
      ))}
      {saved.length > 0 && '· '}
      <a href={address('/leaderboards/new', shown)}>Save as leaderboard</a>
    </p>
  );
}
