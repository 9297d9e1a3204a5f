import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import { FORMATS } from '../api/lists.gen';
import type { Standings, Tournament } from '../api/types';
import { aboutGame } from '../games/about';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { Extend } from '../results/extendform';
import { FilterHelp } from '../results/filterhelp';
import { FindingsPart, FindingsResult, useFindings } from '../results/findings';
import { HeadToHead } from '../results/headtohead';
import { runName, to } from '../results/links';
import { LiveBoards } from '../results/liveboards';
import { MatchTable } from '../results/matchtable';
import { Pairings } from '../results/pairings';
import { Placings } from '../results/placings';
import { RatingHistory } from '../results/ratinghistory';
import { Reasons } from '../results/reasons';
import { remaining } from '../results/remaining';
import { SoloComparison } from '../results/solo';
import { StandingsTable } from '../results/standings';
import { starved } from '../results/starved';
import { Actions } from '../results/tournamentactions';
import { TournamentResult } from '../results/tournamentresult';
import { State } from '../results/tournamentstate';
import { Filters } from '../ui/filters';
import { duration, number } from '../ui/format';
import { Await, Contents, Empty, ErrorMessage, Facts, Fold, Page, Part } from '../ui/page';

const LATEST = 50; // matches from which the pace is estimated
const SHOWN = 12;

/** A tournament: its progress, standings, pairings and matches. */
export function TournamentPage({ params, query }: PageProps) {
  const id = params.id!;
  const feed = useFeed();
  const filter = query.get('filter') ?? '';
  const asked = { tournament: id, filter };
  const deps = [id, filter];
  const tournament = useAsync(
    (signal) => get('/api/tournaments/{tournament}', { tournament: id }, signal),
    [id],
    feed.version,
  );
  const standings = useAsync(
    (signal) => get('/api/tournaments/{tournament}/standings', asked, signal),
    deps,
    feed.version,
  );
  const matrix = useAsync(
    (signal) => get('/api/tournaments/{tournament}/matrix', asked, signal),
    deps,
    feed.version,
  );
  const t = tournament.data;
  const findings = useFindings(t);
  // A bisect or a history has one strength for each commit, from its own table, unless some matches are asked for.
  const series = Boolean(t?.findings) && filter === '';
  const history = useAsync(
    (signal) => get('/api/tournaments/{tournament}/history', asked, signal),
    deps,
    series ? -1 : feed.version,
  );
  const latest = useAsync(
    (signal) => get('/api/matches', { ...asked, limit: LATEST }, signal),
    deps,
    feed.version,
  );
  const bots = useMemo(() => (standings.data?.lines ?? []).map((l) => l.bot), [standings.data]);
  const matches = latest.data?.matches ?? [];
  const solo = t?.seats === 1;
  const scores = solo && bots.length > 1 && standings.data!.matches > 0;
  const rated = t !== undefined && !series;
  const left = t && filter === '' ? remaining(matches, t.matches, t.total) : undefined;
  const above = t?.findings ? <a href="/experiments">Experiments</a> : <a href="/tournaments">Tournaments</a>;
  if (tournament.error && !t) {
    return (
      <Page title={id} of={above}>
        <ErrorMessage text={tournament.error.message} />
      </Page>
    );
  }
  return (
    <Page title={runName(id)} of={above} aside={t && <Actions tournament={t} />}>
      {t?.findings ? (
        <Await result={findings}>{(f) => f && <FindingsResult findings={f} tournament={t} />}</Await>
      ) : (
        t && standings.data && filter === '' && <TournamentResult tournament={t} standings={standings.data} />
      )}
      <Await result={tournament}>{(known) => <Progress tournament={known} left={left} />}</Await>
      {t && (
        <>
          <Contents sections={sectionsOf(t, scores, rated)} />
          {findings.data && <FindingsPart findings={findings.data} tournament={t} />}
          <div class="folds">
            <Fold title="Filter matches" begin={filter !== ''}>
              <Filters path={to.tournament(id)} query={query} filters={filtersOf(t.game)} />
              <FilterHelp game={t.game} />
            </Fold>
            {t.state !== 'cancelled' && !t.kind && (
              <Fold title="Extend tournament">
                <Extend tournament={t} />
              </Fold>
            )}
          </div>
        </>
      )}
      {t?.state === 'running' && (
        <Part title="Running matches">
          <LiveBoards
            playing={feed.playing.filter((r) => r.tournament === id)}
            waiting={feed.void.filter((r) => r.tournament === id)}
            unwatched={feed.unwatched}
          />
        </Part>
      )}
      {standings.error && !standings.data ? (
        <ErrorMessage text={standings.error.message} />
      ) : (
        <>
          {rated && (
            <Part title="Standings" id="standings">
              <Await result={standings}>
                {(s) =>
                  s.matches > 0 && t ? (
                    <StandingsTable game={t.game} standings={s} of={{ tournament: id, filter }} />
                  ) : (
                    <Empty text={filter ? 'No matches match the filter.' : 'No matches yet.'} />
                  )
                }
              </Await>
            </Part>
          )}
          {t && FORMATS.some((f) => f.name === t.format && f.ranked) && (
            <Placings id={id} game={t.game} version={feed.version} />
          )}
          {t && t.seats > 1 && (
            <Part title="Head to head" id="head-to-head">
              <Await result={matrix}>{(m) => <HeadToHead matrix={m} game={t.game} tournament={id} />}</Await>
              <p class="muted">
                The row's share of the points against the column, and its wins, draws and losses. A click
                lists the matches.
              </p>
              {matrix.data && <Pairings matrix={matrix.data} tournament={t} />}
            </Part>
          )}
          {scores && (
            <Part title="Scores by start" id="scores">
              <SoloComparison
                key={bots.slice(0, 2).join()}
                game={t!.game}
                a={bots[0]!}
                b={bots[1]!}
                bots={bots}
                of={asked}
              />
            </Part>
          )}
          <Part title="Results" id="results">
            <Await result={standings}>{(s) => <Results standings={s} tournament={id} />}</Await>
          </Part>
          {rated && (
            <Part title="Rating history" id="history">
              <Await result={history}>{(h) => <RatingHistory points={h.points ?? []} bots={bots} />}</Await>
            </Part>
          )}
          <Part title="Latest matches" id="matches">
            <Await result={latest}>
              {() =>
                matches.length === 0 ? (
                  <Empty text="No matches yet." />
                ) : (
                  <>
                    <MatchTable
                      caption="Latest matches"
                      matches={matches.slice(0, SHOWN)}
                      without={['game', 'tournament']}
                    />
                    <p>
                      <a href={to.matches({ tournament: id, filter })}>All matches of this tournament</a>
                    </p>
                  </>
                )
              }
            </Await>
          </Part>
        </>
      )}
    </Page>
  );
}

/** The sections of the page, by the ID of each. */
function sectionsOf(t: Tournament, scores: boolean, rated: boolean): [id: string, title: string][] {
  return [
    ...(t.findings ? [['commits', 'Commits'] as [string, string]] : []),
    ...(rated ? [['standings', 'Standings'] as [string, string]] : []),
    ...(t.seats > 1 ? [['head-to-head', 'Head to head'] as [string, string]] : []),
    ...(scores ? [['scores', 'Scores by start'] as [string, string]] : []),
    ['results', 'Results'],
    ...(rated ? [['history', 'Rating history'] as [string, string]] : []),
    ['matches', 'Latest matches'],
  ];
}

const filtersOf = (game: string) => [
  { name: 'filter', label: 'Match filter', placeholder: aboutGame(game).filter },
];

const limit = (ms: number) => (ms === 0 ? 'none' : duration(ms));

/** The time limits of the first answer and of the others, once where they are the same. */
const limitsOf = ({ first_ms, turn_ms }: Tournament) =>
  first_ms === turn_ms ? limit(turn_ms) : `${limit(first_ms)}, then ${limit(turn_ms)}`;

function Progress({ tournament: t, left }: { tournament: Tournament; left: number | undefined }) {
  return (
    <>
      <Whose tournament={t} />
      <Facts
        facts={[
          ['State', <State key="state" of={t.state} />],
          ['Played', playedOf(t)],
          ...(t.state === 'running' && left !== undefined
            ? [['Estimated time remaining', duration(left)] as const]
            : []),
          [
            'Game',
            <a key="game" href={to.game(t.game)}>
              {t.game}
            </a>,
          ],
          ['Format', t.format],
          ['Bots', t.bots],
          ['Starts', t.start_count],
          ['Time limits', limitsOf(t)],
        ]}
      />
      {starved(t) && (
        <p class="warning" role="status">
          {starved(t)}
        </p>
      )}
      {t.warnings?.map((text) => (
        <p key={text} class="warning">
          {text}
        </p>
      ))}
      {t.why && (t.state === 'failed' ? <ErrorMessage text={t.why} /> : <p class="note">{t.why}</p>)}
    </>
  );
}

/** How many matches have been played, of how many. Those that a command chooses have no number before it has chosen. */
function playedOf({ matches, total, exact, kind, format }: Tournament): string {
  if (format === '') return number(matches); // they were played elsewhere
  if (total > 0) return `${number(matches)} of ${exact ? '' : 'about '}${number(total)}`;
  return kind === 'bisect' || kind === 'history' ? number(matches) : `${number(matches)}, endless`;
}

/** Leads from the matches of a check or a ladder to what they come to. */
function Whose({ tournament: { id, kind } }: { tournament: Tournament }) {
  if (kind === 'check') {
    return (
      <p class="note">
        Matches of the <a href={to.check(id)}>check {id}</a>.
      </p>
    );
  }
  if (kind === 'ladder') {
    return (
      <p class="note">
        Matches of the <a href={to.ladder(id)}>ladder {id}</a>.
      </p>
    );
  }
  return null;
}

/** How the matches ended. */
function Results({ standings: s, tournament }: { standings: Standings; tournament: string }) {
  if (s.matches === 0) return <Empty text="No matches yet." />;
  return <Reasons reasons={s.reasons ?? []} matches={s.matches} tournament={tournament} />;
}
