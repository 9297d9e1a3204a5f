import { useEffect } from 'preact/hooks';
import { del, get, post } from '../api/client';
import type { AnalysisReport, Analysis as Body } from '../api/types';
import { lazy } from '../lib/lazy';
import { useObservable } from '../lib/observable';
import { usePolled } from '../lib/polled';
import { type Costly, costliest, costText, valuesOnly } from '../player/analysis';
import type { Player } from '../player/player';
import { beginOf } from '../player/transport';
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
      {body.report && <Method report={body.report} />}
    </section>
  );
}

/** What the values come from, for who asks. */
function Method({ report: { judge, omniscient } }: { report: AnalysisReport }) {
  return (
    <details>
      <summary class="muted">Estimated from simulated games. How?</summary>
      <p>
        By {judge}
        {omniscient && ', which saw what is hidden'}.
      </p>
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
  const done = valuesOnly(report) ? 'positions judged' : `${percent(examined)} of the answers examined`;
  return `${done} in ${seconds.toFixed(0)} s`;
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

/** The answers that cost most, each with how sure that is. */
export function Mistakes({ player }: { player: Player }) {
  const report = useObservable(player, () => player.analysis);
  if (report === undefined) return null;
  if (valuesOnly(report)) return <p class="muted">{made(report)}</p>; // there is only the curve
  const list = costliest(report);
  if (list.length === 0) return <p class="muted">No answer is known to have cost anything.</p>;
  const costs = `Cost, ${report.unit}`;
  return (
    <Scroll label="Answers that cost most" cards>
      <table class="mistakes">
        <thead>
          <tr>
            <th>Turn</th>
            <th>{costs}</th>
            <th>How sure</th>
            <th>Answer</th>
            <th>Better</th>
          </tr>
        </thead>
        <tbody>
          {list.map((c) => (
            <tr key={`${c.cost.turn} ${c.cost.seat}`}>
              <td data-title="Turn">
                <span>
                  <ToTurn of={c} player={player} />
                </span>
              </td>
              <td data-title={costs} class="wide">
                {costText(c.cost, report.scale)}
              </td>
              <td data-title="How sure" title={SURE[c.cost.sure]}>
                {c.cost.sure}
              </td>
              <td data-title="Answer">
                <code>{c.turn.answer || 'none'}</code>
              </td>
              <td data-title="Better">
                <code>{c.turn.best}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const SURE: Record<Costly['cost']['sure'], string> = {
  proven: 'A search says what perfect play makes of it.',
  confirmed: 'Other players lose by it, too, or it ended the match.',
  likely: 'It cost more than the error of the estimate.',
  unclear: 'It may be chance. A longer analysis may tell.',
};

/** A button that goes to the beginning of a turn. */
function ToTurn({ of, player }: { of: Costly; player: Player }) {
  return (
    <button type="button" class="link" onClick={() => player.transport.stopAt(beginOf(of.cost.turn))}>
      <span class={`dot seat-${of.cost.seat}`} />
      {of.cost.turn}
    </button>
  );
}
