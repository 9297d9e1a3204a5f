import { useState } from 'preact/hooks';
import { del, get, post } from '../api/client';
import type { AnsweredTrial, Trial as Body } from '../api/types';
import { useObservable } from '../lib/observable';
import { usePolled } from '../lib/polled';
import type { Player } from '../player/player';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { capital } from '../ui/format';
import { ErrorMessage } from '../ui/page';
import { going, isGoing } from './thinking';

const PATH = '/api/matches/{id}/trials/{trial}';
const POLL = 1000; // milliseconds between two looks at a question that waits or is answered
const BUDGET = 20_000; // milliseconds to play

/** A seat that answers in the turn that is shown. */
interface Asked {
  turn: number;
  seat: number;
  given: string; // its recorded answer
  better: string; // that of the judge, if it is another one; else ""
}

/** Asks which of two answers in the turn that is shown is better: a form, and what came of it. */
export function Trial({ id, player }: { id: string; player: Player }) {
  const { replay } = player;
  const over = useObservable(replay, () => replay.over);
  const hidden = useObservable(player, () => player.hideResults); // it would tell
  const shown = useObservable(player.transport, () => player.turn);
  useObservable(player, () => player.analysis);
  useObservable(replay, () => replay.last); // frames come one after the other
  if (!over || hidden || replay.gone) return null;
  const asked = askedIn(player, Math.max(1, shown));
  return (
    <details class="trial">
      <summary>Which answer is better here?</summary>
      {asked.length === 0 && <p class="muted">No seat has an answer in this turn that could be compared.</p>}
      {asked.map((a) => (
        <Question key={`${a.turn} ${a.seat}`} id={id} asked={a} />
      ))}
    </details>
  );
}

/** The seats that answer in a turn. */
function askedIn(player: Player, turn: number): Asked[] {
  const frame = player.replay.frames[turn];
  return (frame?.seats ?? []).flatMap((s, seat) => {
    if (!s.asked || !s.answer || asksOnce(player, seat)) return [];
    const given = s.answer.join('\n');
    const best = player.analysis?.costs?.find((t) => t.turn === turn && t.seat === seat)?.best ?? '';
    return [{ turn, seat, given, better: best === given ? '' : best }];
  });
}

/** Reports whether the whole match of a seat is one answer, which no other one can be compared with. */
function asksOnce({ replay }: Player, seat: number): boolean {
  return replay.frames.length > 2 && replay.frames.filter((f) => f.seats[seat]?.asked).length === 1;
}

/** The form of a seat. The answer of the judge stands in it, where there is one. */
function Question({ id, asked }: { id: string; asked: Asked }) {
  const { turn, seat, given, better } = asked;
  const [typed, setTyped] = useState<string>();
  const [trial, setTrial] = useState('');
  const [error, act] = useAction();
  const { data: body, again } = usePolled(
    (signal) => (trial ? get(PATH, { id, trial }, signal) : Promise.resolve(undefined)),
    [id, trial],
    (known) => (known && isGoing(known) ? POLL : undefined),
  );
  const answer = typed ?? better;
  const ask = async () => {
    const a = answer.trim();
    setTrial((await post('/api/matches/{id}/trials', { id }, { turn, seat, a, budget_ms: BUDGET })).id);
    again();
  };
  return (
    <div class="compared">
      <p>
        <span class={`dot seat-${seat}`} /> Turn {turn}: is{' '}
        <input
          type="text"
          aria-label={`another answer of seat ${seat} in turn ${turn}`}
          placeholder="another answer"
          value={answer}
          onInput={(e) => setTyped(e.currentTarget.value)}
        />{' '}
        better than <code>{given}</code>?
      </p>
      <p class="actions">
        {body && isGoing(body) ? (
          <ActionButton onClick={() => act(del(PATH, { id, trial }).then(again))}>Stop</ActionButton>
        ) : (
          <ActionButton
            obstacle={answer.trim() === '' ? 'Type an answer first.' : ''}
            onClick={() => act(ask())}
          >
            Compare
          </ActionButton>
        )}
        <span class={body?.trial ? '' : 'muted'} role="status">
          {body ? capital(words(body)) : `Plays for ${BUDGET / 1000} s at most`}
        </span>
      </p>
      <ErrorMessage text={error} />
    </div>
  );
}

/** How a question stands, or its answer, in words. */
export function words(body: Body): string {
  const { why, trial } = body;
  if (isGoing(body)) return going(body);
  if (why) return why;
  return trial ? answered(trial) : 'Nothing was played.';
}

function answered(t: AnsweredTrial): string {
  if (t.same) return 'Both answers come to the same.';
  return played(t) + (t.proven === undefined ? '' : `. ${proof(t.proven)}`);
}

/** What a search proves, which players need not make of it. */
function proof(gain: number): string {
  if (gain === 0) return 'By perfect play both come to the same, as a search proves';
  return `By perfect play the ${gain > 0 ? 'answer' : 'given one'} gains ${Math.abs(gain)}, as a search proves`;
}

function played(t: AnsweredTrial): string {
  if (t.gain === null || t.error === null) return 'Cannot tell: no pair was played in time.';
  const digits = t.scale === 1 ? 2 : t.scale < 100 ? 1 : 0;
  const size = t.tells ? Math.abs(t.gain) : t.gain;
  const difference = `${size.toFixed(digits)} ± ${t.error.toFixed(digits)} ${t.unit}`;
  const verdict = t.tells ? (t.gain > 0 ? 'Yes' : 'No, it is worse') : 'Cannot tell';
  const means = `${t.mean_a.toFixed(digits)} after it, ${t.mean_b.toFixed(digits)} after the given one`;
  return `${verdict}: ${difference} (${means}; ${t.pairs} ${t.pairs === 1 ? 'pair' : 'pairs'} by ${(t.kinds ?? []).join(', ')})`;
}
