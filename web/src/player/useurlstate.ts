import { useEffect } from 'preact/hooks';
import type { Session } from './player';
import { formatHash, parseHash } from './urlstate';

/** Keeps turn and seat in the address, and follows it when it is changed there. */
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
      }, 150); // browsers allow only so many changes a second
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
