import { useEffect, useMemo } from 'preact/hooks';
import { ApiError, address, get } from '../api/client';
import type { PageProps } from '../lib/router';
import type { Download } from '../player/gear';
import { Player } from '../player/player';
import { Viewer } from '../player/viewer';
import { watch } from '../replay/live';
import { readMatch } from '../replay/source';

/** A stored or running match. */
export function Match({ params }: PageProps) {
  const id = params.id!;
  return <Viewer player={useMatch(id)} files={filesOf(id)} />;
}

/** The same without panel and bars, for embedding in an iframe. */
export function Embed({ params }: PageProps) {
  const id = params.id!;
  return <Viewer player={useMatch(id)} files={filesOf(id)} bare />;
}

/** The downloads of a stored match. */
function filesOf(id: string): Download[] {
  return [
    { label: 'download replay', href: address('/api/matches/{id}/record', { id }), name: `${id}.jsonl.gz` },
    { label: 'export as HTML', href: address('/api/matches/{id}/replay.html', { id }), name: `${id}.html` },
  ];
}

/** Reads a stored match or watches a running one. */
export function useMatch(id: string): Player {
  const player = useMemo(() => new Player(), [id]);
  useEffect(() => openMatch(player, id), [player, id]);
  return player;
}

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
    if (error instanceof ApiError && error.status === 404) live();
    else player.replay.fail(error);
  });
  return () => stop();
}
