import { useObservable } from '../lib/observable';
import { titleOf } from '../ui/botname';
import { idle } from './idle';
import type { Player } from './player';

interface Props {
  left: Player;
  right: Player;
  swapped: boolean; // the bots of one are those of the other in opposite seats
}

/** The answers of the shown turn in two matches, seat by seat and side by side, each in the colour of its bot. */
export function Answers({ left, right, swapped }: Props) {
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
          <div key={seat} class="pairing">
            <h2>
              Seat {seat}
              {swapped && `: ${nameOf(left, seat)} in A, ${nameOf(right, seat)} in B`}, turn {turn}
              {a !== b && <span class="differs">differs</span>}
            </h2>
            <pre class={`seat-${seat}`}>{a}</pre>
            <pre class={`seat-${swapped ? 1 - seat : seat}`}>{b}</pre>
          </div>
        );
      })}
    </section>
  );
}

function nameOf({ replay }: Player, seat: number): string {
  return titleOf(replay.header?.seats[seat]?.name ?? '');
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
  if (!of?.asked) return idle(frame.seats);
  const answer = of.answer?.join('\n') || 'no answer';
  return of.fault ? `${answer}\n✕ ${of.fault.kind}: ${of.fault.why}` : answer;
}
