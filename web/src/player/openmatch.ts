import { ApiError, get } from '../api/client';
import { onceBack } from '../lib/outage';
import { watch } from '../replay/live';
import { readMatch } from '../replay/source';
import type { Player } from './player';

const isID = /^[0-9a-f]{20}$/; // of a match, as the server has it

/** How long after an answer it is asked again whether a match that the server does not show has ended. */
export const UNWATCHED_MS = 2000;

/** Starts reading a match into a player. Returns a function that stops it. */
export function openMatch(
  player: Player,
  id: string,
  later: (f: () => void, ms: number) => void = (f, ms) => void setTimeout(f, ms),
): () => void {
  const { replay } = player;
  const abort = new AbortController();
  let stop = () => abort.abort();
  const live = () => {
    if (!abort.signal.aborted) stop = watch(replay, id);
  };
  const read = async () => {
    const match = await get('/api/matches/{id}', { id }, abort.signal);
    if (match.state === 'lost') throw new Error(`this match has no result: ${match.why}`);
    if (match.state === 'played') {
      if (replay.connection === 'unwatched') replay.setConnection('file');
      await readMatch(replay, id, abort.signal);
    } else if (match.unwatched) {
      replay.setConnection('unwatched');
      later(start, UNWATCHED_MS);
    } else live();
  };
  const failed = (error: unknown) => {
    if (abort.signal.aborted) return;
    if (replay.connection === 'unwatched' && error instanceof TypeError) {
      later(start, UNWATCHED_MS); // fetch has got no answer
      return;
    }
    // A running match with a human seat is not in the database, only in the live feed.
    if (error instanceof ApiError && error.status === 404 && isID.test(id)) live();
    else {
      replay.gone = error instanceof ApiError && error.status === 410;
      replay.fail(error);
      if (error instanceof TypeError || (error instanceof ApiError && error.status >= 502)) {
        stop = both(abort, onceBack(again)); // the server was away, or went away while it answered
      }
    }
  };
  const again = () => {
    replay.restart();
    start();
  };
  const start = () => {
    if (!abort.signal.aborted) read().catch(failed);
  };
  start();
  return () => stop();
}

function both(abort: AbortController, stop: () => void): () => void {
  return () => {
    abort.abort();
    stop();
  };
}
