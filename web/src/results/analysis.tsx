import { useEffect } from 'preact/hooks';
import { del, get, post } from '../api/client';
import type { AnalysedTurn, AnalysisReport, Analysis as Body, Fall } from '../api/types';
import { lazy } from '../lib/lazy';
import { useObservable } from '../lib/observable';
import { usePolled } from '../lib/polled';
import { cost, costInWords, suspectOf, valuesOnly } from '../player/analysis';
import type { Player } from '../player/player';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { capital, number, percent } from '../ui/format';
import { ErrorMessage } from '../ui/page';
import { Scroll } from '../ui/table';
import { going, isGoing } from './thinking';

const PATH = '/api/matches/{id}/analysis';
const POLL = 1000; // milliseconds between two looks at an analysis that goes on
const FIRST = 10_000; // milliseconds to think at first
const LONGEST = 600_000;

/** What the answers of a stored match cost: a button, the curve of the values and the mistakes. */
export function Analysis({ id, player }: { id: string; player: Player }) {
  const { replay } = player;
  const over = useObservable(replay, () => replay.over);
  const hidden = useObservable(player, () => player.hideResults); // the curve would tell
  const [error, act] = useAction();
  // A match that is still played has no analysis to ask for.
  const { data: body, again } = usePolled(
    (signal) => (over ? get(PATH, { id }, signal) : Promise.resolve(undefined)),
    [id, over],
    (known) => (known && isGoing(known) ? POLL : undefined),
  );

  useEffect(() => {
    player.setAnalysis(hidden ? undefined : body?.report);
  }, [player, body, hidden]);

  if (!over || hidden || body === undefined) return null;
  const start = () => {
    const seconds = body.report?.seconds ?? 0;
    const budget = Math.min(LONGEST, Math.max(FIRST, 3000 * seconds));
    act(post(PATH, { id }, { budget_ms: Math.round(budget) }).then(again));
  };
  return (
    <section class="analysis" aria-label="analysis">
      <p class="actions">
        {isGoing(body) ? (
          <ActionButton onClick={() => act(del(PATH, { id }).then(again))}>Stop</ActionButton>
        ) : (
          <ActionButton onClick={start}>{body.report ? 'Analyse longer' : 'Analyse'}</ActionButton>
        )}
        <span class="muted" role="status">
          {capital(words(body))}
        </span>
      </p>
      <ErrorMessage text={error} />
      {body.report && <Evaluation player={player} />}
      {body.report && <Mistakes player={player} />}
      {body.report && <Falls player={player} />}
    </section>
  );
}

/** How the analysis stands, in words. */
export function words(body: Body): string {
  if (isGoing(body)) return going(body);
  switch (body.state) {
    case 'failed':
      return body.why ?? 'failed';
    case 'none':
      return 'what each answer cost, and what would have been better';
  }
  const report = body.report!;
  const { examined, seconds, judge, omniscient } = report;
  const seen = omniscient ? ', which saw what is hidden' : '';
  const done = valuesOnly(report) ? 'positions judged' : `${percent(examined)} of the answers examined`;
  return `${done} in ${seconds.toFixed(0)} s: ${judge}${seen}`;
}

/** What came of answers that have no costs, beside the most that was found to be possible. */
export function made(report: AnalysisReport): string {
  const result = report.results?.[0];
  const most = report.turns?.find((t) => t.seat === 0 && t.value !== null)?.value ?? null;
  if (result === undefined || most === null) return '';
  const brought = `The answer brought ${number(result, 0)} ${report.unit}`;
  if (most <= result) return `${brought}, and no plan was found that brings more.`;
  return `${brought}; the best plan that was found brings ${number(most, 0)}, ${number(most - result, 0)} more.`;
}

const Evaluation = lazy(async () => (await import('../player/plots')).Evaluation);

const LITTLE = 0.1; // of the scale: what other players are to gain at least to be named
const MOST = 8; // mistakes that are listed

/** The marked answers and, beside them, the one without a mark that seems to have cost most. */
export function Mistakes({ player }: { player: Player }) {
  const report = useObservable(player, () => player.analysis);
  if (report === undefined) return null;
  const list = [...player.mistakes.values()].flat().sort((a, b) => b.regret! - a.regret!);
  if (valuesOnly(report)) return <p class="muted">{made(report)}</p>; // there is only the curve
  if (list.length === 0) return <NoMistake report={report} player={player} />;
  const costs = `Cost, ${report.unit}`;
  return (
    <>
      <Scroll label="Mistakes" cards>
        <table class="mistakes">
          <thead>
            <tr>
              <th>Turn</th>
              <th>Mark</th>
              <th>{costs}</th>
              <th>Answer</th>
              <th>Better</th>
            </tr>
          </thead>
          <tbody>
            {list.slice(0, MOST).map((t) => (
              <tr key={`${t.turn} ${t.seat}`}>
                <td data-title="Turn">
                  <span>
                    <ToTurn turn={t} player={player} />
                  </span>
                </td>
                <td data-title="Mark">{t.mark}</td>
                <td data-title={costs} class="wide">
                  {cost(t, report.scale)}
                </td>
                <td data-title="Answer">
                  <code>{t.answer || 'none'}</code>
                </td>
                <td data-title="Better">
                  <code>{t.best}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <Unmarked report={report} player={player} />
    </>
  );
}

function Unmarked({ report, player }: { report: AnalysisReport; player: Player }) {
  const suspect = suspectOf(report);
  if (suspect === undefined) return null;
  return (
    <p class="muted">
      Of the answers without a mark, that of <Suspicion suspect={suspect} report={report} player={player} />
    </p>
  );
}

function NoMistake({ report, player }: { report: AnalysisReport; player: Player }) {
  const suspect = suspectOf(report);
  return (
    <p class="muted">
      {report.examined < 1
        ? `${percent(report.examined)} of the answers are examined, and none of these is known to be a mistake so far.`
        : 'No answer is known to be a mistake.'}
      {suspect && (
        <>
          {' '}
          That of <Suspicion suspect={suspect} report={report} player={player} />
        </>
      )}
    </p>
  );
}

/** What is known of the answer that seems to have cost most: the end of a sentence. */
function Suspicion({
  suspect,
  report,
  player,
}: {
  suspect: AnalysedTurn;
  report: AnalysisReport;
  player: Player;
}) {
  return (
    <>
      turn <ToTurn turn={suspect} player={player} /> seems to have cost most: {costInWords(suspect, report)}.
      A longer analysis may tell.
    </>
  );
}

/** Over which parts of the match values fall most, and what by. */
export function Falls({ player }: { player: Player }) {
  const report = useObservable(player, () => player.analysis);
  const falls = report?.falls ?? [];
  if (report === undefined || falls.length === 0) return null;
  const caption = `Where values fall most, and what by, ${report.unit}`;
  return (
    <>
      <p>{caption}</p>
      <Scroll label={caption} cards>
        <table class="falls">
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              <th>Turns</th>
              <th>Value</th>
              <th>Own answers</th>
              <th>Others’ answers</th>
              <th>The rest</th>
              <th>Mostly</th>
            </tr>
          </thead>
          <tbody>
            {falls.map((f) => (
              <tr key={`${f.from} ${f.seat}`}>
                <td data-title="Turns">
                  <span>
                    <ToTurn turn={{ turn: f.from, seat: f.seat }} player={player} /> to {f.to}
                  </span>
                </td>
                <td data-title="Value">
                  {sum(f.before, report.scale)} → {sum(f.after, report.scale)}
                </td>
                <td data-title="Own answers">{partText(f.own, report.scale)}</td>
                {/* A rest without others is of a solo game. */}
                <td data-title="Others’ answers">
                  {f.rest && !f.others ? '–' : partText(f.others, report.scale)}
                </td>
                <td data-title="The rest">{partText(f.rest, report.scale)}</td>
                <td data-title="Mostly" class="mostly wide">
                  {mostly(f, report)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {falls.map((f) => (
        <Example key={`${f.from} ${f.seat}`} fall={f} player={player} />
      ))}
    </>
  );
}

/** How one of those played the turns of a fall who gain by that. */
function Example({ fall, player }: { fall: Fall; player: Player }) {
  const played = fall.plans?.example;
  if (!played?.length) return null;
  const caption = `How one of these players played turns ${fall.from} to ${fall.to}, where it differs`;
  return (
    <details>
      <summary>{caption}</summary>
      <Scroll label={caption} cards>
        <table class="example">
          <thead>
            <tr>
              <th>Turn</th>
              <th>Answer</th>
              <th>Its answer</th>
            </tr>
          </thead>
          <tbody>
            {played.map((p) => (
              <tr key={p.turn}>
                <td data-title="Turn">
                  <span>
                    <ToTurn turn={{ turn: p.turn, seat: fall.seat }} player={player} />
                  </span>
                </td>
                <td data-title="Answer">
                  <code>{p.given || 'none'}</code>
                </td>
                <td data-title="Its answer">
                  <code>{p.answer}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

const sum = (x: number, scale: number) => number(x, scale === 1 ? 2 : 0);

function partText(part: Fall['own'], scale: number): string {
  return part ? `${sum(part.lost, scale)} ± ${sum(part.error, scale)}` : '?';
}

const MOSTLY: Record<Fall['cause'], string> = {
  answer: 'one answer',
  answers: 'its own answers',
  plan: 'how it played these turns',
  others: 'the others’ answers',
  luck: 'what was revealed, or luck',
  unforeseen: 'what the judge had not foreseen',
  unknown: 'not told so far',
};

/** What a fall is of for the most part, and whether others play its turns better where that is known. */
export function mostly(
  { cause, turn, plans }: Fall,
  { scale, rest }: Pick<AnalysisReport, 'scale' | 'rest'>,
): string {
  let text = MOSTLY[cause];
  if (cause === 'answer') text = `its answer in turn ${turn}`;
  if (cause === 'luck' && rest) text = rest;
  if (!plans) return text;
  const little = LITTLE * scale;
  if (cause === 'plan') {
    const gain = `${sum(plans.gain, scale)} ± ${sum(plans.error, scale)}`;
    return `${text}: players known to the judge gain ${gain} by playing them (${plans.pairs} pairs)`;
  }
  if (plans.gain + plans.error >= little) return text;
  return `${text}; no players known to the judge gain ${sum(little, scale)} by playing these turns (${plans.pairs} pairs)`;
}

/** A button that goes in front of a turn. */
function ToTurn({ turn, player }: { turn: Pick<AnalysedTurn, 'turn' | 'seat'>; player: Player }) {
  return (
    <button type="button" class="link" onClick={() => player.transport.stopAt(turn.turn - 1)}>
      <span class={`dot seat-${turn.seat}`} />
      {turn.turn}
    </button>
  );
}
