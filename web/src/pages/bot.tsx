import { useMemo } from 'preact/hooks';
import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Answers, Bot, Match, Standings } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { address } from '../lib/url';
import { TimeBars } from '../results/answertimes';
import { BotLife } from '../results/botactions';
import { stageOf } from '../results/botcolumns';
import { BotRecord } from '../results/botrecord';
import { ReportSummary } from '../results/botreport';
import { limitsOf, timesOf } from '../results/bottimes';
import { Elo } from '../results/elo';
import { FaultGroups } from '../results/faultgroups';
import { FirstSteps } from '../results/firststeps';
import { to } from '../results/links';
import { MetricCharts } from '../results/metriccharts';
import { RatingHistory } from '../results/ratinghistory';
import { Record, record } from '../results/record';
import { ReportPage } from '../results/reportpage';
import { SoloComparison } from '../results/solo';
import { wonOf } from '../results/standings';
import { StrengthText, strengthOf } from '../results/strength';
import { Versions } from '../results/versions';
import { WorstMatches } from '../results/worstmatches';
import { duration, percent } from '../ui/format';
import { Await, ErrorMessage, Facts, Fold, Page, Part } from '../ui/page';

const LOOKED_AT = 200; // latest matches from which times are computed
const FAULTS = 10; // messages
const AT_ONCE = 20_000; // matches of a game: with more its curves are read when they are asked for
const ANY = { singles: true }; // what two versions are compared by

/** One version of a bot, or the report on it. */
export function BotPage({ params, query }: PageProps) {
  const { game, id, part } = params;
  if (part === 'report') return <ReportPage game={game!} id={id!} query={query} />;
  return <Overview game={game!} id={id!} />;
}

/** Its rating, its faults and its use of time. */
function Overview({ game, id }: { game: string; id: string }) {
  const { version } = useFeed();
  const bot = useAsync((signal) => get('/api/bots/{game}/{id}', { game, id }, signal), [game, id], version);
  const ratings = useAsync((signal) => get('/api/ratings/{game}', { game }, signal), [game], version);
  const matches = useAsync(
    (signal) => get('/api/matches', { game, bot: id, limit: LOOKED_AT }, signal),
    [game, id],
    version,
  );
  const faults = useAsync((signal) => get('/api/faults', { game, bot: id }, signal), [game, id], version);
  const name = bot.data?.name;
  const versions = useAsync(
    async (signal) =>
      name === undefined ? [] : ((await get('/api/bots', { game, name }, signal)).bots ?? []),
    [game, name],
  );
  const answers = useAsync(
    (signal) => get('/api/bots/{game}/{id}/answers', { game, id }, signal),
    [game, id],
  );
  const report = useAsync((signal) => get('/api/bots/{game}/{id}/report', { game, id }, signal), [game, id]);
  const games = useAsync((signal) => get('/api/games/{game}', { game }, signal), [game]);
  const solo = games.data?.max_seats === 1;
  const at = versions.data?.findIndex((b) => b.id === id) ?? -1;
  const before = at < 0 ? undefined : versions.data![at + 1]; // the list begins with the newest
  if (bot.error && !bot.data) {
    return (
      <Page title={id} of={<a href="/bots">Bots</a>}>
        <ErrorMessage text={bot.error.message} />
      </Page>
    );
  }
  return (
    <Page
      title={id}
      of={
        <>
          <a href="/bots">Bots</a> · <a href={to.game(game)}>{game}</a>
        </>
      }
      aside={<a href={to.matches({ game, bot: id })}>Matches</a>}
    >
      <Await result={bot}>
        {(b) => (
          <>
            <About bot={b} standings={ratings.data} solo={solo} />
            <Acts bot={b} before={before} />
            {b.matches === 0 && (
              <section class="note" aria-label="First steps">
                <p>
                  {b.stage ? 'Built and registered' : 'Known'} as <code>{b.id}</code>, version{' '}
                  {b.version || 'without a name'}. It has not played yet. What to do now:
                </p>
                <FirstSteps bot={b} before={before} />
              </section>
            )}
          </>
        )}
      </Await>
      {ratings.data?.lines?.some((l) => l.bot === id) &&
        (ratings.data.matches <= AT_ONCE ? (
          <Part title="Rating curve">
            <Curve game={game} id={id} />
          </Part>
        ) : (
          <Fold title="Rating curve">
            <Curve game={game} id={id} />
          </Fold>
        ))}
      {games.data && !solo && (
        <Part title="Record">
          <OwnRecord game={game} bot={id} ratings={ratings.data} version={version} />
        </Part>
      )}
      <Part title={solo ? 'Worst scores' : 'Worst losses'}>
        {games.data && (
          <WorstMatches
            game={game}
            bot={id}
            before={before}
            solo={solo}
            ascending={games.data.ascending === true}
            version={version}
          />
        )}
      </Part>
      <Part title="Where its points go">
        <Await result={report}>{(r) => <ReportSummary report={r} game={game} />}</Await>
      </Part>
      <Part title="Faults">
        <Await result={faults}>
          {(f) => <FaultGroups faults={f} most={FAULTS} all={{ game, filter: `bot=${id},fault!=none` }} />}
        </Await>
      </Part>
      {solo && before && (
        <Part title="Scores by start">
          <SoloComparison
            game={game}
            a={id}
            b={before.id}
            bots={(versions.data ?? []).map((v) => v.id)}
            of={ANY}
          />
        </Part>
      )}
      <Part title="Versions">
        {bot.data && <Versions bot={bot.data} all={versions.data ?? []} standings={ratings.data} />}
      </Part>
      <Part title="Time">
        <Await result={matches}>{(m) => <Times matches={m.matches ?? []} bot={id} />}</Await>
        <Await result={answers}>{(a) => <TimeBars answers={a} />}</Await>
      </Part>
      <Part title="Metrics by turn">
        <Await result={answers}>{(a) => <Metrics answers={a} />}</Await>
      </Part>
    </Page>
  );
}

/** The curve of a bot's rating, which takes all matches of the game. */
function Curve({ game, id }: { game: string; id: string }) {
  const bots = useMemo(() => [id], [id]);
  const history = useAsync((signal) => get('/api/ratings/{game}/history', { game }, signal), [game]);
  return <Await result={history}>{(h) => <RatingHistory points={h.points ?? []} bots={bots} />}</Await>;
}

/** What one does with a bot. */
function Acts({ bot, before }: { bot: Bot; before: Bot | undefined }) {
  const { game, id } = bot;
  return (
    <div class="actions">
      <a href={address('/play', { game, bot: id })}>Play a match</a>
      <a href={address('/tournaments/new', { game, bot: id })}>Enter in a tournament</a>
      {before && (
        <a href={address('/checks/new', { game, candidate: id, baseline: before.id })}>
          Check against {before.id}
        </a>
      )}
      <BotLife bot={bot} />
    </div>
  );
}

function About({ bot, standings, solo }: { bot: Bot; standings: Standings | undefined; solo: boolean }) {
  const line = standings?.lines?.find((l) => l.bot === bot.id);
  return (
    <>
      <Facts
        facts={[
          ...(solo ? [['Score', <StrengthText key="score" of={strengthOf(line)} />] as const] : []),
          ['Elo', line ? <Elo key="elo" elo={line.elo} elo_error95={line.elo_error95} /> : '–'],
          ['Place', line ? `${line.place} of ${standings!.lines!.length}` : '–'],
          [
            'W-D-L',
            !line ? (
              '–'
            ) : solo ? (
              record(line.games)
            ) : (
              <Record key="wdl" games={line.games} bot={bot.id} of={{ game: bot.game, rated: true }} />
            ),
          ],
          [solo ? 'Won' : 'Score', percent(line && wonOf(line), 1)],
          ['Matches', bot.matches],
          ['Stage', stageOf(bot) || 'never registered'],
          ['Specification', <code key="typed">{bot.typed}</code>],
        ]}
      />
      {bot.why && <p class="note">{bot.why}</p>}
    </>
  );
}

interface OwnRecordProps {
  game: string;
  bot: string;
  ratings: Standings | undefined;
  version: number;
}

/** The bot's games by seat and opponent, single matches too: the standings of the matches that it was in. */
function OwnRecord({ game, bot, ratings, version }: OwnRecordProps) {
  const own = useAsync(
    (signal) => get('/api/ratings/{game}', { game, filter: `bot=${bot}`, singles: true }, signal),
    [game, bot],
    version,
  );
  return <Await result={own}>{(s) => <BotRecord game={game} bot={bot} own={s} ratings={ratings} />}</Await>;
}

function Times({ matches, bot }: { matches: readonly Match[]; bot: string }) {
  const t = timesOf(matches, bot);
  const limits = limitsOf(matches, 'turn_ms');
  const first = limitsOf(matches, 'first_ms');
  if (t.answers === 0) return <p class="muted">No answers yet.</p>;
  return (
    <>
      <Facts
        facts={[
          ['Mean answer', duration(t.wall / t.answers)],
          ['Mean CPU time', duration(t.cpu / t.answers)],
          [
            'Slowest answer',
            t.slowest && (
              <a key="slowest" href={to.slowest(t.slowest.id, t.seat)}>
                {duration(t.max)}
              </a>
            ),
          ],
          ...(limits.length > 0
            ? [[limits.length === 1 ? 'Time limit' : 'Time limits', limitWords(limits)] as const]
            : []),
          ...(first.join() === limits.join() ? [] : [['Of the first answer', limitWords(first)] as const]),
        ]}
      />
      <p class="muted">
        {t.answers} answers in the latest {t.matches} matches. First answers have a limit of their own.
      </p>
    </>
  );
}

function limitWords(limits: readonly number[]): string {
  return limits.map((ms) => (ms === 0 ? 'none' : duration(ms))).join(', ');
}

/** The metrics that the bot writes to stderr, or how to write one. */
function Metrics({ answers }: { answers: Answers }) {
  const metrics = answers.metrics ?? [];
  if (metrics.length > 0) return <MetricCharts metrics={metrics} />;
  return (
    <p class="muted">
      {answers.matches === 0 ? 'No metrics yet.' : `No metrics in the latest ${answers.matches} matches.`} A
      bot reports a metric by writing a line to stderr, e.g. <code>@metric depth 7</code>.
    </p>
  );
}
