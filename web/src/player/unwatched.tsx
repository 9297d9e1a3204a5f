import { useObservable } from '../lib/observable';
import type { Replay } from '../replay/replay';

/** Says why there is no board yet, on a server that shows no running matches. */
export function Unwatched({ replay }: { replay: Replay }) {
  const connection = useObservable(replay, () => replay.connection);
  if (connection !== 'unwatched') return null;
  return (
    <p class="note" role="status">
      This match has not ended, and this server shows no matches while they are played. The replay will appear
      here.
    </p>
  );
}
