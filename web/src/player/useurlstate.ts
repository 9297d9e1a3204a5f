import { useEffect } from 'preact/hooks';
import type { Session } from './player';
import { formatHash, parseHash } from './urlstate';

/** Stores turn and seat in the URL's hash, and follows changes of the hash. */
export function useAddress(session: Session): void {
  useEffect(() => {
    const read = () => {
      const state = parseHash(location.hash);
      if (state.seat !== undefined) session.setSeat(state.seat);
      if (state.at !== undefined) session.startAt(state.at);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { transport, replay } = session;
        if (!replay.ready || transport.playing) return;
        history.replaceState(history.state, '', formatHash(transport.at, session.seat));
      }, 150); // browsers limit the rate of history changes
    };
    read();
    addEventListener('hashchange', read);
    const stops = [session.transport.subscribe(write), session.subscribe(write)];
    return () => {
      clearTimeout(timer);
      removeEventListener('hashchange', read);
      for (const stop of stops) stop();
    };
  }, [session]);
}
