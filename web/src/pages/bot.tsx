import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Answers, Bot, Match, Standings } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { TimeBars } from '../results/answertimes';
import { BotLife } from '../results/botactions';
import { botColumns, stageOf } from '../results/botcolumns';
import { timesOf } from '../results/bottimes';
import { Elo, Interval, rangeOf } from '../results/elo';
import { FaultTable } from '../results/faulttable';
import { to } from '../results/links';
import { MatchTable } from '../results/matchtable';
import { MetricCharts } from '../results/metriccharts';
import { record } from '../results/record';
import { worstOf } from '../results/worstlosses';
import { duration, percent } from '../ui/format';
import { Await, Facts, Page, Part } from '../ui/page';
import { type Column, Table } from '../ui/table';

const LOOKED_AT = 200; // latest matches from which losses and times are computed
const WORST = 8;
const FAULTS = 10;

/** One version of a bot: its rating, its faults and its use of time. */
export function BotPage({ params }: PageProps) {
  const game = params.game!;
  const id = params.id!;
  const { version } = useFeed();
  const bot = useAsync((signal) => get('/api/bots/{game}/{id}', { game, id }, signal), [game, id], version);
  const ratings = useAsync((signal) => get('/api/ratings/{game}', { game }, signal), [game], version);
  const matches = useAsync(
    (signal) => get('/api/matches', { game, bot: id, limit: LOOKED_AT }, signal),
    [game, id],
    version,
  );
  const faults = useAsync(
    (signal) => get('/api/matches', { game, filter: `bot=${id},fault!=none`, limit: FAULTS }, signal),
    [game, id],
    version,
  );
  const answers = useAsync(
    (signal) => get('/api/bots/{game}/{id}/answers', { game, id }, signal),
    [game, id],
  );
  const games = useAsync((signal) => get('/api/games/{game}', { game }, signal), [game]);
  return (
    <Page
      title={id}
      of={
        <>
          <a href="/bots">Bots</a> · <a href={to.game(game)}>{game}</a>
        </>
      }
      aside={<a href={`/matches?${new URLSearchParams({ game, bot: id })}`}>matches</a>}
    >
      <Await result={bot}>
        {(b) => (
          <>
            <About bot={b} standings={ratings.data} />
            <BotLife bot={b} />
          </>
        )}
      </Await>
      <Part title="Time">
        <Await result={matches}>
          {(m) => <Times matches={m.matches ?? []} bot={id} limit={games.data?.turn_ms} />}
        </Await>
        <Await result={answers}>{(a) => <TimeBars answers={a} />}</Await>
      </Part>
      <Part title="Metrics by turn">
        <Await result={answers}>{(a) => <Metrics answers={a} />}</Await>
      </Part>
      <Part title="Faults">
        <Await result={faults}>
          {(f) => (
            <>
              <FaultTable matches={f.matches ?? []} bot={id} />
              {f.next && (
                <a href={`/matches?${new URLSearchParams({ game, filter: `bot=${id},fault!=none` })}`}>
                  All matches with its faults
                </a>
              )}
            </>
          )}
        </Await>
      </Part>
      <Part title="Worst losses">
        <Await result={matches}>
          {(m) => <Worst matches={m.matches ?? []} bot={id} standings={ratings.data} />}
        </Await>
      </Part>
      <Part title="Versions">{bot.data && <Versions bot={bot.data} standings={ratings.data} />}</Part>
    </Page>
  );
}

function About({ bot, standings }: { bot: Bot; standings: Standings | undefined }) {
  const line = standings?.lines?.find((l) => l.bot === bot.id);
  return (
    <>
      <Facts
        facts={[
          ['Elo, all matches', line ? <Elo key="elo" elo={line.elo} error95={line.error95} /> : '–'],
          ['Place', line ? `${line.place} of ${standings!.lines!.length}` : '–'],
          ['W-D-L', line ? record(line.games) : '–'],
          ['Score', percent(line?.score, 1)],
          ['Matches', bot.matches],
          ['Stage', stageOf(bot) || 'never registered'],
          ['Specification', <code key="typed">{bot.typed}</code>],
        ]}
      />
      {bot.why && <p class="note">{bot.why}</p>}
    </>
  );
}

function Times({
  matches,
  bot,
  limit,
}: {
  matches: readonly Match[];
  bot: string;
  limit: number | undefined;
}) {
  const t = timesOf(matches, bot);
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
          ...(limit ? [['Time limit', duration(limit)] as const] : []),
        ]}
      />
      <p class="muted">
        Based on {t.answers} answers in the latest {t.matches} matches. The slowest may be a first answer,
        which has its own limit.
      </p>
    </>
  );
}

interface WorstProps {
  matches: readonly Match[];
  bot: string;
  standings: Standings | undefined;
}

function Worst({ matches, bot, standings }: WorstProps) {
  const elo = new Map((standings?.lines ?? []).map((l) => [l.bot, l.elo]));
  const worst = worstOf(matches, bot, elo).slice(0, WORST);
  if (worst.length === 0) return <p class="muted">None in the latest {matches.length} matches.</p>;
  return (
    <>
      <MatchTable caption="Worst losses" matches={worst} without={['game', 'took']} />
      <p class="muted">
        Losses against the opponents with the lowest current ratings come first; in solo games, the lowest
        scores. Based on the latest {matches.length} matches.
      </p>
    </>
  );
}

/** The metrics that the bot writes to stderr, or how to write one. */
function Metrics({ answers }: { answers: Answers }) {
  const metrics = answers.metrics ?? [];
  if (metrics.length > 0) return <MetricCharts metrics={metrics} />;
  return (
    <p class="muted">
      No metrics in the latest {answers.matches} matches. A bot reports a metric by writing a line to stderr,
      e.g. <code>@metric depth 7</code>.
    </p>
  );
}

/** The versions of a bot with their ratings. */
function Versions({ bot, standings }: { bot: Bot; standings: Standings | undefined }) {
  const versions = useAsync(
    (signal) => get('/api/bots', { game: bot.game, name: bot.name }, signal),
    [bot.game, bot.name],
  );
  return (
    <Await result={versions}>
      {(all) => {
        const bots = all.bots ?? [];
        return (
          <Table
            caption={`Versions of ${bot.name}`}
            columns={[...versionColumns, ...eloColumns(bots, standings)]}
            rows={bots}
            id={(b) => b.id}
          />
        );
      }}
    </Await>
  );
}

const versionColumns = botColumns.filter((c) => c.key !== 'game' && c.key !== 'typed');

/** The rating of each version, on a common scale. */
function eloColumns(bots: readonly Bot[], standings: Standings | undefined): Column<Bot>[] {
  const lines = new Map((standings?.lines ?? []).map((l) => [l.bot, l]));
  const range = rangeOf(bots.flatMap((b) => lines.get(b.id) ?? []));
  const unknown = { elo: null, error95: null };
  return [
    {
      key: 'elo',
      title: 'Elo ± 95 %',
      numeric: true,
      by: (b) => lines.get(b.id)?.elo ?? null,
      cell: (b) => <Elo {...(lines.get(b.id) ?? unknown)} />,
    },
    {
      key: 'bar',
      title: 'Range',
      cell: (b) => <Interval {...(lines.get(b.id) ?? unknown)} range={range} />,
    },
  ];
}
