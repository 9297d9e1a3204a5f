import { ApiError, get, isAway } from '../api/client';
import { reportDown } from '../api/down';
import type { Match } from '../api/types';
import { onceBack } from '../lib/outage';
import { watch } from '../replay/live';
import type { Replay } from '../replay/replay';
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
  let told = false; // a failure has been reported
  const live = () => {
    if (!abort.signal.aborted) stop = watch(replay, id);
  };
  const read = async () => {
    const match = await get('/api/matches/{id}', { id }, abort.signal);
    if (match.state === 'lost') throw new Error(`this match has no result: ${match.why}`);
    if (match.state === 'played') {
      if (replay.live || replay.connection === 'unwatched') replay.setConnection('file');
      await readMatch(replay, id, abort.signal).catch(async (error: unknown) => {
        const why = await outdated(match, replay, error, abort.signal);
        if (why === undefined) throw error;
        replay.outdated = true;
        replay.fail(why);
      });
    } else if (match.state === 'waiting' && match.why) {
      replay.again = match.why;
      replay.setConnection('void');
      later(start, UNWATCHED_MS);
    } else if (match.unwatched) {
      replay.setConnection('unwatched');
      later(start, UNWATCHED_MS);
    } else live();
  };
  const failed = (error: unknown) => {
    if (abort.signal.aborted) return;
    if (['unwatched', 'void'].includes(replay.connection) && error instanceof TypeError) {
      later(start, UNWATCHED_MS); // fetch has got no answer
      return;
    }
    // A running match with a human seat is not in the database, only in the live feed.
    if (error instanceof ApiError && error.status === 404 && isID.test(id)) live();
    else {
      replay.gone = error instanceof ApiError && error.status === 410;
      replay.fail(error);
      if (error instanceof TypeError || (error instanceof ApiError && isAway(error.status))) {
        stop = both(abort, onceBack(again)); // the server was away, or went away while it answered
        if (!told) reportDown(); // one that is cut off each time is not asked for in a loop
        told = true;
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

/**
 * Why a replay could not be read to its end, if that is because the rules have changed since. The server refuses such a
 * replay, or cuts it off at the first turn that differs. A cut looks as if the server had gone away.
 */
async function outdated(
  match: Match,
  { ready, last }: Replay,
  error: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const refused = error instanceof ApiError && error.status === 410 && 'rules' in error.fields;
  if (!refused && !(error instanceof TypeError)) return undefined;
  const game = await get('/api/games/{game}', { game: match.game }, signal).catch(() => undefined);
  if (!refused && (game === undefined || game.rules === match.rules)) return undefined;
  const today = game ? ` and is now ${game.rules}` : '';
  const shown = ready ? `It is shown up to turn ${last}, where they differ. ` : '';
  return (
    `The rules of ${match.game} have changed since this match: their version was ${match.rules}${today}. ${shown}` +
    'Its result stays. “Play it again” plays the same start by the rules of today; ' +
    'a version of Arbiter with the old rules shows all of its replay.'
  );
}

function both(abort: AbortController, stop: () => void): () => void {
  return () => {
    abort.abort();
    stop();
  };
}
