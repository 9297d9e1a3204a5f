import { useMemo } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import type { Player } from './player';
import { partsOf, turningPoints } from './turningpoints';

const LIVE_EVERY = 8; // turns of a live match after which the list is made again

/** The turning points of a match, and a button that plays them within a minute. */
export function Highlights({ player }: { player: Player }) {
  const { replay, transport } = player;
  const board = useObservable(player, () => player.board);
  const known = useObservable(player, () =>
    replay.footer || replay.note ? player.marks.length : Math.floor(player.marks.length / LIVE_EVERY),
  );
  const hidden = useObservable(player, () => player.hideResults);
  const playing = useObservable(transport, () => transport.inParts);
  const turn = useObservable(transport, () => player.turn);
  const points = useMemo(
    () =>
      board === undefined
        ? []
        : turningPoints(replay.frames, player.marks, board.series, (t) => player.stepsOf(t)),
    [board, known],
  );
  if (points.length === 0 || hidden) return null;
  return (
    <section class="highlights" aria-label="turning points">
      <button
        type="button"
        onClick={() => (playing ? transport.pause() : transport.playParts(partsOf(points)))}
      >
        {playing ? 'stop' : 'play turning points'}
      </button>
      <ol>
        {points.map((p) => (
          <li key={p.turn}>
            <button
              type="button"
              class={`point ${p.kind}`}
              aria-current={p.turn === turn ? 'true' : undefined}
              title={p.text}
              onClick={() => transport.stopAt(p.turn)}
            >
              <span class={p.seat === undefined ? 'dot' : `dot seat-${p.seat}`} />
              <b>{p.turn}</b> {p.text}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
