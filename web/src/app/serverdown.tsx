import { useEffect } from 'preact/hooks';
import { isAway } from '../api/client';
import { MAYBE_DOWN } from '../api/down';
import { SERVER_BACK } from '../lib/outage';

const RETRY_MS = 1000;

/**
 * Says that the server is down, from a failed request until the server answers again, and tells the page then. A server
 * that answers at once is asked a second time before that, so that a request that fails alone is not repeated in a loop.
 */
export function ServerDown({ down, setDown }: { down: boolean; setDown: (down: boolean) => void }) {
  useEffect(() => {
    let asking = false;
    let asked = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      asking = true;
      const up = await answers();
      setDown(!up);
      if (!up || ++asked === 1) {
        if (!up) asked = 1;
        retry = setTimeout(ask, RETRY_MS);
        return;
      }
      asking = false;
      asked = 0;
      dispatchEvent(new Event(SERVER_BACK));
    };
    const failed = () => {
      if (!asking) void ask();
    };
    addEventListener(MAYBE_DOWN, failed);
    return () => {
      clearTimeout(retry);
      removeEventListener(MAYBE_DOWN, failed);
    };
  }, []);
  return down ? (
    <p class="down" role="status">
      Server unreachable. Reconnecting …
    </p>
  ) : null;
}

/** Whether the server answers, and not a proxy in its place. */
async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/api/session', { cache: 'no-store' });
    return !isAway(status);
  } catch {
    return false;
  }
}
