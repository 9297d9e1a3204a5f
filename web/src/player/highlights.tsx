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

/** A button that plays the turning points of a match within a minute; they are marks on the timeline. */
export function Highlights({ player }: { player: Player }) {
  const { transport } = player;
  const playing = useObservable(transport, () => transport.inParts);
  const points = useTurningPoints(player);
  if (points.length === 0) return null;
  return (
    <button
      type="button"
      class="highlights"
      title={`Play the ${points.length} turning points, which the timeline marks`}
      onClick={() => (playing ? transport.pause() : transport.playParts(partsOf(points)))}
    >
      {playing ? 'Stop' : 'Play turning points'}
    </button>
  );
}
