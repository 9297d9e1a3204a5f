import { useObservable } from '../lib/observable';
import type { Replay } from '../replay/replay';

/** Says why there is no board yet: the match waits for its turn, or to be played again, or the server shows no running ones. */
export function Unwatched({ replay }: { replay: Replay }) {
  const connection = useObservable(replay, () => replay.connection);
  const ready = useObservable(replay, () => replay.ready);
  const again = useObservable(replay, () => replay.again);
  if (connection === 'void' && !ready) {
    return (
      <p class="note" role="status">
        This match has no result yet. It is {again}. It will appear here.
      </p>
    );
  }
  if (connection === 'live' && !ready) {
    return (
      <p class="note" role="status">
        There is no turn to show yet. The match will appear here.
      </p>
    );
  }
  if (connection !== 'unwatched') return null;
  return (
    <p class="note" role="status">
      This match has not ended, and this server shows no matches while they are played. The replay will appear
      here.
    </p>
  );
}
