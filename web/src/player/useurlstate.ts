import { useEffect } from 'preact/hooks';
import type { Player } from './player';
import { formatHash, parseHash } from './urlstate';

/** Stores turn and seat in the URL's hash, and follows changes of the hash. */
export function useAddress(player: Player): void {
  useEffect(() => {
    const read = () => {
      const state = parseHash(location.hash);
      if (state.seat !== undefined) player.setSeat(state.seat);
      if (state.slowest) player.startAtSlowest(state.seat ?? 0);
      if (state.at !== undefined) player.startAt(state.at);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { transport, replay } = player;
        if (!replay.ready || transport.playing) return;
        history.replaceState(history.state, '', formatHash(transport.at, player.seat));
      }, 150); // browsers limit the rate of history changes
    };
    read();
    addEventListener('hashchange', read);
    const stops = [player.transport.subscribe(write), player.subscribe(write)];
    return () => {
      clearTimeout(timer);
      removeEventListener('hashchange', read);
      for (const stop of stops) stop();
    };
  }, [player]);
}
