import { useObservable } from '../lib/observable';
import type { Player } from './player';

/** The answers of the shown turn in two matches, seat by seat and side by side. */
export function Answers({ left, right }: { left: Player; right: Player }) {
  const { transport } = left;
  const turn = useObservable(transport, () => transport.turn);
  useObservable(left.replay, () => left.replay.frames.length);
  useObservable(right.replay, () => right.replay.frames.length);
  useObservable(left, () => left.board);
  useObservable(right, () => right.board);
  const seats = Math.max(left.replay.header?.seats.length ?? 0, right.replay.header?.seats.length ?? 0);
  return (
    <section class="answers" aria-label="answers of this turn">
      {Array.from({ length: seats }, (_, seat) => {
        const [a, b] = [answerOf(left, turn, seat), answerOf(right, turn, seat)];
        return (
          <div key={seat} class={`pairing seat-${seat}`}>
            <h2>
              <span class="sign">{seat}</span> turn {turn}
              {a !== b && <span class="differs">differs</span>}
            </h2>
            <pre>{a}</pre>
            <pre>{b}</pre>
          </div>
        );
      })}
    </section>
  );
}

/** The answer of a seat in a turn, in words where there is none. */
function answerOf(player: Player, turn: number, seat: number): string {
  const { frames, header } = player.replay;
  if (header === undefined || seat >= header.seats.length) return 'no such seat';
  const frame = frames[turn];
  if (frame === undefined) return 'the match is over';
  const played = player.board?.played?.(frames, turn);
  if (played) return played;
  const of = frame.seats[seat];
  if (!of?.asked) return 'not asked';
  const answer = of.answer?.join('\n') || 'no answer';
  return of.fault ? `${answer}\n✕ ${of.fault.kind}: ${of.fault.why}` : answer;
}
