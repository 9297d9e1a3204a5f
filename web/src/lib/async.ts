import { useEffect, useState } from 'preact/hooks';
import { onceBack } from './outage';

/** The state of a read. The previous data stays while it is read again. */
export interface AsyncResult<T> {
  data: T | undefined;
  error: Error | undefined;
}

/**
 * Reads something now and whenever one of deps changes. A new version re-reads it and keeps the data until then. A
 * version below 0 is of a feed that is not there yet: what is read before could change unnoticed and is not. What could
 * not be read is read again once the server is back.
 */
export function useAsync<T>(
  read: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  version = 0,
): AsyncResult<T> {
  const key = JSON.stringify(deps);
  const [known, setKnown] = useState<{ key: string } & AsyncResult<T>>({
    key,
    data: undefined,
    error: undefined,
  });
  const [outages, setOutages] = useState(0);
  useEffect(() => {
    if (known.error) return onceBack(() => setOutages((n) => n + 1));
  }, [known.error]);
  useEffect(() => {
    if (version < 0) return;
    const abort = new AbortController();
    read(abort.signal).then(
      (data) => setKnown({ key, data, error: undefined }),
      (error: Error) => {
        if (!abort.signal.aborted) setKnown((k) => ({ ...k, key, error }));
      },
    );
    return () => abort.abort();
  }, [key, version, outages]);
  return known.key === key ? known : { data: undefined, error: undefined };
}
