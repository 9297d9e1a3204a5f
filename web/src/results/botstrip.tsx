import type { ComponentChildren } from 'preact';
import { get } from '../api/client';
import type { Bot, BotReport, Match } from '../api/types';
import { useAsync } from '../lib/async';
import { address } from '../lib/url';
import { duration, NONE, number, percent, signed } from '../ui/format';
import { sizeOf } from './botreport';
import { timesOf } from './bottimes';
import { BotName, TurnLink, to } from './links';
import { meanOf } from './paired';

interface Props {
  game: string;
  bot: string;
  before: Bot | undefined; // the version before it
  solo: boolean;
  report: BotReport;
  matches: readonly Match[]; // its latest ones
}

/** The four facts that an author looks for first. */
export function BotStrip({ game, bot, before, solo, report, matches }: Props) {
  const times = timesOf(matches, bot);
  const [costliest] = report.causes ?? [];
  const example = costliest?.examples?.[0];
  return (
    <dl class="strip">
      <Fact
        title={
          before ? (
            <>
              Against <BotName id={before.id} />
            </>
          ) : (
            'Against the version before'
          )
        }
      >
        {before ? <Gain game={game} bot={bot} before={before.id} solo={solo} /> : <b>first version</b>}
      </Fact>
      <Fact title="Costs it most">
        {costliest ? (
          <>
            <b>{sizeOf(costliest)}</b>
            <span>
              {costliest.text} {example && <TurnLink at={example} />}
            </span>
          </>
        ) : (
          <b>{NONE}</b>
        )}
      </Fact>
      <Fact title="Lost points explained">
        <b>{percent(explainedOf(report))}</b>
        <span>
          of {number(report.lost)} {report.unit}.{' '}
          <a href={to.botPart(game, bot, 'report')}>Where they went</a>
        </span>
      </Fact>
      <Fact title="Slowest answer">
        {times.slowest ? (
          <>
            <b>
              <a href={to.slowest(times.slowest.id, times.seat)}>{duration(times.max)}</a>
            </b>
            <span>
              of {number(times.answers)} answers, {duration(times.wall / times.answers)} in the mean
            </span>
          </>
        ) : (
          <b>{NONE}</b>
        )}
      </Fact>
    </dl>
  );
}

/** The share of the lost points that the causes of a report account for; null where none were lost. */
export function explainedOf({ lost, unexplained }: BotReport): number | null {
  return lost > 0 ? (lost - unexplained) / lost : null;
}

function Fact({ title, children }: { title: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface GainProps {
  game: string;
  bot: string;
  before: string;
  solo: boolean;
}

/** How much stronger a bot is than the version before it: by the ratings, or on the starts that both have played. */
function Gain({ game, bot, before, solo }: GainProps) {
  const gain = useAsync(
    (signal) => (solo ? pointsOf(game, bot, before, signal) : eloOf(game, bot, before, signal)),
    [game, bot, before, solo],
  );
  if (gain.data === undefined) return <b class={gain.error ? undefined : 'waiting'}>{NONE}</b>;
  const { value, error95, unit, from, digits } = gain.data;
  if (value === null)
    return (
      <>
        <b>{NONE}</b>
        <span>
          {from}. <a href={address('/checks/new', { game, candidate: bot, baseline: before })}>Check it</a>
        </span>
      </>
    );
  return (
    <>
      <b class={value > (error95 ?? 0) ? 'gain' : -value > (error95 ?? 0) ? 'loss' : undefined}>
        {digits === 0 ? signed(value) : number(value, digits)}
        {error95 !== null && ` ± ${number(error95, digits)}`} {unit}
      </b>
      <span>{from}</span>
    </>
  );
}

/** A difference of strength, with what it comes from. */
interface Difference {
  value: number | null;
  error95: number | null;
  unit: string;
  from: string;
  digits: number;
}

/** The difference of the ratings of two bots, which says nothing where not even a third bot has met both. */
async function eloOf(game: string, bot: string, before: string, signal: AbortSignal): Promise<Difference> {
  const { lines } = await get('/api/ratings/{game}', { game, anchor: before }, signal);
  const [line, other] = [bot, before].map((id) => lines?.find((l) => l.bot === id));
  const known = line && other && line.group === other.group ? line : undefined;
  const from = known ? `by ${number(known.matches)} rated matches` : 'Their matches do not compare them';
  const { elo = null, elo_error95 = null } = known ?? {};
  return { value: elo, error95: elo_error95, unit: 'Elo', from, digits: 0 };
}

/** The mean difference of the scores of two bots on the starts that both have played. */
async function pointsOf(game: string, a: string, b: string, signal: AbortSignal): Promise<Difference> {
  const { pairs, starts, ascending } = await get(
    '/api/ratings/{game}/pairs',
    { game, a, b, singles: true },
    signal,
  );
  const from =
    starts === 0
      ? 'They have no start in common'
      : `on ${number(starts)} common ${starts === 1 ? 'start' : 'starts'}${ascending ? ', less is better' : ''}`;
  return { ...meanOf(pairs ?? []), unit: 'points', from, digits: 1 };
}
