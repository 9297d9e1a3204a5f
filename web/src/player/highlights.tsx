import { useMemo } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import type { Player } from './player';
import { partsOf, type TurningPoint, turningPoints } from './turningpoints';

const LIVE_EVERY = 8; // turns of a live match after which they are found again

/** The turning points of a match; none while results are hidden. */
export function useTurningPoints(player: Player): readonly TurningPoint[] {
  const { replay } = player;
  const board = useObservable(player, () => player.board);
  const known = useObservable(player, () =>
    replay.footer || replay.note ? player.marks.length : Math.floor(player.marks.length / LIVE_EVERY),
  );
  const hidden = useObservable(player, () => player.hideResults);
  return useMemo(
    () =>
      board === undefined || hidden
        ? []
        : turningPoints(replay.frames, player.marks, board.series, (t) => player.stepsOf(t)),
    [board, known, hidden],
  );
}

/** Goes to the next or the previous turning point. */
export function toTurningPoint(player: Player, points: readonly TurningPoint[], by: 1 | -1): void {
  const { at } = player.transport;
  const point = by > 0 ? points.find((p) => p.turn > at) : points.findLast((p) => p.turn < at);
  if (point !== undefined) player.transport.stopAt(point.turn);
}

interface Props {
  player: Player;
  points: readonly TurningPoint[];
}

/** Buttons that go through the turning points of a match, or play them within a minute; they are marks on the timeline. */
export function Highlights({ player, points }: Props) {
  const { transport } = player;
  const playing = useObservable(transport, () => transport.inParts);
  if (points.length === 0) return null;
  return (
    <>
      <button
        type="button"
        title="Previous turning point (Shift T)"
        aria-label="previous turning point"
        onClick={() => toTurningPoint(player, points, -1)}
      >
        ‹
      </button>
      <button
        type="button"
        class="highlights"
        title={`Play the ${points.length} turning points, which the timeline marks`}
        onClick={() => (playing ? transport.pause() : transport.playParts(partsOf(points)))}
      >
        {playing ? 'Stop' : 'Play turning points'}
      </button>
      <button
        type="button"
        title="Next turning point (T)"
        aria-label="next turning point"
        onClick={() => toTurningPoint(player, points, 1)}
      >
        ›
      </button>
    </>
  );
}
