import { ApiError, get } from '../api/client';
import { watch } from '../replay/live';
import { readMatch } from '../replay/source';
import type { Player } from './player';

const isID = /^[0-9a-f]{20}$/; // of a match, as the server has it

/** Starts reading a match into a player. Returns a function that stops it. */
export function openMatch(player: Player, id: string): () => void {
  const abort = new AbortController();
  let stop = () => abort.abort();
  const live = () => {
    if (!abort.signal.aborted) stop = watch(player.replay, id);
  };
  const read = async () => {
    const match = await get('/api/matches/{id}', { id }, abort.signal);
    if (match.state === 'lost') throw new Error(`this match has no result: ${match.why}`);
    if (match.state === 'played') await readMatch(player.replay, id, abort.signal);
    else live();
  };
  read().catch((error: unknown) => {
    if (abort.signal.aborted) return;
    // A running match with a human seat is not in the database, only in the live feed.
    if (error instanceof ApiError && error.status === 404 && isID.test(id)) live();
    else player.replay.fail(error);
  });
  return () => stop();
}
