import { useEffect, useRef } from 'preact/hooks';
import { del, get, post } from '../api/client';
import type { AnalysisReport, Analysis as Body, RankedCost } from '../api/types';
import { useObservable } from '../lib/observable';
import { usePolled } from '../lib/polled';
import { costText } from '../player/analysis';
import type { Player } from '../player/player';
import { beginOf } from '../player/transport';
import { reveal } from '../player/turnlist';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { capital, number, percent } from '../ui/format';
import { ErrorMessage } from '../ui/page';
import { going, isGoing } from './thinking';

const PATH = '/api/matches/{id}/analysis';
const POLL = 1000; // milliseconds between two looks at an analysis that goes on
const FIRST = 10_000; // milliseconds to think at first
const LONGEST = 600_000;

/** What is known of the answers of a match, with what asks for more. */
interface Analysed {
  body: Body | undefined; // undefined until the match is over and the server has been asked
  error: string;
  start: () => void;
  stop: () => void;
}

/** Follows the analysis of a stored match, and shows it in the player. */
export function useAnalysis(id: string, player: Player): Analysed {
  // A match that is still played has no analysis to ask for, nor has one by a referee of its own.
  const over = useObservable(player.replay, () => {
    const { over, header } = player.replay;
    return over && header?.referee === undefined;
  });
  const hidden = useObservable(player, () => player.hideResults); // the curve would tell
  const [error, act] = useAction();
  const { data: body, again } = usePolled(
    (signal) => (over ? get(PATH, { id }, signal) : Promise.resolve(undefined)),
    [id, over],
    (known) => (known && isGoing(known) ? POLL : undefined),
  );
  useEffect(() => {
    player.setAnalysis(hidden ? undefined : body?.report);
  }, [player, body, hidden]);
  const start = () => {
    const seconds = body?.report?.seconds ?? 0;
    const budget = Math.min(LONGEST, Math.max(FIRST, 3000 * seconds));
    act(post(PATH, { id }, { budget_ms: Math.round(budget) }).then(again));
  };
  return { body, error, start, stop: () => act(del(PATH, { id }).then(again)) };
}

/** What the answers of a match cost: a button, and the mistakes. */
export function Analysis({ analysed, player }: { analysed: Analysed; player: Player }) {
  const { body, error, start, stop } = analysed;
  if (body === undefined) return null;
  return (
    <>
      <p class="actions">
        {isGoing(body) ? (
          <ActionButton onClick={stop}>Stop</ActionButton>
        ) : (
          <ActionButton onClick={start}>{body.report ? 'Analyse longer' : 'Analyse'}</ActionButton>
        )}
        <span class="muted" role="status">
          {capital(words(body))}
        </span>
      </p>
      <ErrorMessage text={error} />
      {body.report && <Mistakes player={player} />}
      {body.report && <Method report={body.report} />}
    </>
  );
}

/** What the values come from and what the words mean, for who asks. */
function Method({ report: { judge, omniscient } }: { report: AnalysisReport }) {
  return (
    <details>
      <summary class="muted">Estimated from simulated games. How?</summary>
      <p>
        By {judge}
        {omniscient && ', which saw what is hidden'}.
      </p>
      <dl class="words">
        {Object.entries(SURE).map(([word, means]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </details>
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
  const { examined, seconds } = report;
  const done = report.values_only ? 'positions judged' : `${percent(examined)} of the answers examined`;
  return `${done} in ${seconds.toFixed(0)} s`;
}

/** What came of answers that have no costs, beside the most that was found to be possible. */
export function made(report: AnalysisReport): string {
  const result = report.results?.[0];
  const most = report.curve?.[0]?.value;
  if (result === undefined || most === undefined) return '';
  const brought = `The answer brought ${number(result, 0)} ${report.unit}`;
  if (most <= result) return `${brought}, and no plan was found that brings more.`;
  return `${brought}; the best plan that was found brings ${number(most, 0)}, ${number(most - result, 0)} more.`;
}

/** The answers that cost most, the costliest first, each with how sure that is, and buttons that go through them by turn. */
export function Mistakes({ player }: { player: Player }) {
  const report = useObservable(player, () => player.analysis);
  const now = useObservable(player.transport, () => player.turn);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => reveal(list.current, list.current), [now]);
  if (report === undefined) return null;
  if (report.values_only) return <p class="muted">{made(report)}</p>; // there is only the curve
  const mistakes = report.costs ?? []; // the costliest first
  if (mistakes.length === 0) return <p class="muted">No mistakes found.</p>;
  return (
    <>
      <p class="actions">
        <b>Mistakes</b>
        <span class="muted">cost in {report.unit}</span>
        <Step by={-1} player={player} />
        <Step by={1} player={player} />
      </p>
      <ol ref={list} class="mistakes">
        {mistakes.map((c) => (
          <li key={`${c.turn} ${c.seat}`} aria-current={c.turn === now ? 'true' : undefined}>
            <MistakeItem of={c} scale={report.scale} player={player} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** A button that goes to the next or the previous mistake. */
function Step({ by, player }: { by: 1 | -1; player: Player }) {
  const [name, key] = by > 0 ? ['next', 'M'] : ['previous', 'Shift M'];
  return (
    <button
      type="button"
      aria-label={`${name} mistake`}
      title={`${capital(name)} mistake (${key})`}
      onClick={() => player.toMistake(by)}
    >
      {by > 0 ? '›' : '‹'}
    </button>
  );
}

/** A mistake: its turn, what it cost and how sure that is, the answer, and the better one. */
function MistakeItem({ of, scale, player }: { of: RankedCost; scale: number; player: Player }) {
  return (
    <>
      <p>
        <button type="button" class="link" onClick={() => player.transport.stopAt(beginOf(of.turn))}>
          <span class={`dot seat-${of.seat}`} />
          turn {of.turn}
        </button>
        <b>{costText(of, scale)}</b>
        <span title={SURE[of.sure]}>{of.sure}</span>
      </p>
      <dl>
        <dt>answered</dt>
        <dd title={of.answer}>
          <code>{of.answer || 'none'}</code>
        </dd>
        {of.best && (
          <>
            <dt>better</dt>
            <dd title={of.best}>
              <code>{of.best}</code>
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

const SURE: Record<RankedCost['sure'], string> = {
  proven: 'A search proves what perfect play makes of it.',
  confirmed: 'Other players lose by it as well, or it ended the match.',
  likely: 'It cost more than the error of the estimate.',
  unclear: 'It may be chance. A longer analysis may tell.',
};
