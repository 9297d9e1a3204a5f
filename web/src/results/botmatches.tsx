import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { Answers, Bot, Game, Match, Matches, Standings } from '../api/types';
import { type AsyncResult, useAsync } from '../lib/async';
import { duration } from '../ui/format';
import { Await, Empty, Facts, Part } from '../ui/page';
import { TimeBars } from './answertimes';
import { BotRecord } from './botrecord';
import { limitsOf, timesOf } from './bottimes';
import { FaultGroups } from './faultgroups';
import { to } from './links';
import { MatchTable } from './matchtable';
import { MetricCharts } from './metriccharts';
import { WorstMatches } from './worstmatches';

const SHOWN = 12; // latest matches
const BRIEF = 5; // of them on a phone
const FAULTS = 10; // messages

interface Props {
  about: Game;
  bot: string;
  before: Bot | undefined; // the version before it
  ratings: Standings | undefined; // of all matches
  matches: AsyncResult<Matches>; // its latest ones
}

/** What a bot has played: its record, its worst and latest matches, its faults, and its use of time. */
export function BotMatches({ about, bot, before, ratings, matches }: Props) {
  const { version } = useFeed();
  const game = about.name;
  const solo = about.max_seats === 1;
  const faults = useAsync((signal) => get('/api/faults', { game, bot }, signal), [game, bot], version);
  const answers = useAsync(
    (signal) => get('/api/bots/{game}/{id}/answers', { game, id: bot }, signal),
    [game, bot],
  );
  return (
    <>
      {!solo && (
        <Part title="Record">
          <OwnRecord game={game} bot={bot} ratings={ratings} version={version} />
        </Part>
      )}
      <Part title={solo ? 'Worst scores' : 'Worst losses'}>
        <WorstMatches
          game={game}
          bot={bot}
          before={before}
          solo={solo}
          ascending={about.ascending === true}
          version={version}
        />
      </Part>
      <Part title="Latest matches">
        <Await result={matches}>{(m) => <Latest matches={m.matches ?? []} game={game} bot={bot} />}</Await>
      </Part>
      <Part title="Faults">
        <Await result={faults}>
          {(f) => <FaultGroups faults={f} most={FAULTS} all={{ game, filter: `bot=${bot},fault!=none` }} />}
        </Await>
      </Part>
      <Part title="Time">
        <Await result={matches}>{(m) => <Times matches={m.matches ?? []} bot={bot} />}</Await>
        <Await result={answers}>{(a) => <TimeBars answers={a} />}</Await>
      </Part>
      <Part title="Metrics by turn">
        <Await result={answers}>{(a) => <Metrics answers={a} />}</Await>
      </Part>
    </>
  );
}

function Latest({ matches, game, bot }: { matches: readonly Match[]; game: string; bot: string }) {
  if (matches.length === 0) return <Empty text="No matches yet." />;
  return (
    <>
      <MatchTable
        caption="Latest matches"
        matches={matches.slice(0, SHOWN)}
        without={['game']}
        brief={BRIEF}
      />
      <p>
        <a href={to.matches({ game, bot })}>All matches of this bot</a>
      </p>
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
