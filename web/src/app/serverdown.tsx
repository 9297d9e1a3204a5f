import { useEffect, useState } from 'preact/hooks';
import { MAYBE_DOWN } from '../api/down';

const RETRY_MS = 1000;

/** Says that the server is down, from a failed request until the server answers again. */
export function ServerDown() {
  const [down, setDown] = useState(false);
  useEffect(() => {
    let asking = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      asking = true;
      const up = await answers();
      setDown(!up);
      if (up) asking = false;
      else retry = setTimeout(ask, RETRY_MS);
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
      The server is down. This page goes on by itself when the server is back.
    </p>
  ) : null;
}

/** Whether the server answers; a proxy in front of it answers 502 to 504 in its place. */
async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/api/session', { cache: 'no-store' });
    return status < 502 || status > 504;
  } catch {
    return false;
  }
}
