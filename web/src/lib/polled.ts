import { useEffect, useState } from 'preact/hooks';
import { type AsyncResult, useAsync } from './async';

/** Something that is read again and again; again reads it at once. */
export interface Polled<T> extends AsyncResult<T> {
  again: () => void;
}

/** Reads something, and again so many milliseconds after each answer; never again when wait returns nothing. */
export function usePolled<T>(
  read: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  wait: (data: T | undefined) => number | undefined,
): Polled<T> {
  const [version, setVersion] = useState(0);
  const again = () => setVersion((v) => v + 1);
  const known = useAsync(read, deps, version);
  useEffect(() => {
    const ms = known.data || known.error ? wait(known.data) : undefined;
    if (ms === undefined) return;
    const timer = setTimeout(again, ms);
    return () => clearTimeout(timer);
  }, [known]);
  return { ...known, again };
}
