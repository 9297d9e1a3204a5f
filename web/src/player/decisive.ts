import { useEffect } from 'preact/hooks';
import { get } from '../api/client';
import type { Player } from './player';

/** The hash that opens a match at its decisive turn. */
export const DECISIVE = 't=decisive';

/**
 * Follows "#t=decisive&seat=1": seeks to the turn in which a stored match was decided against the seat, or against the one
 * that lost. The server tells which turn that is, so that pages, reports and commands tell the same.
 */
export function useDecisive(player: Player, id: string): void {
  useEffect(() => {
    if (!location.hash.includes(DECISIVE)) return;
    const asked = new URLSearchParams(location.hash.slice(1)).get('seat');
    const aborted = new AbortController();
    get('/api/matches/{id}/decisive', { id, ...(asked !== null && { seat: asked }) }, aborted.signal).then(
      ({ turn, seat }) => {
        player.startAt(turn);
        if (asked === null) player.setSeat(seat);
      },
      () => {}, // a draw has none, nor has a match whose record is gone
    );
    return () => aborted.abort();
  }, [player, id]);
}
