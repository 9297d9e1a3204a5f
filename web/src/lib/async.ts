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
    if (version < 0) return;
    const abort = new AbortController();
    let [back, failed] = [false, false]; // a busy browser may hear of the failure after the server is back
    const again = () => setOutages((n) => n + 1);
    const forget = onceBack(() => {
      back = true;
      if (failed) again();
    });
    read(abort.signal).then(
      (data) => {
        forget();
        setKnown({ key, data, error: undefined });
      },
      (error: Error) => {
        if (abort.signal.aborted) return;
        failed = true;
        setKnown((k) => ({ ...k, key, error }));
        if (back) again();
      },
    );
    return () => {
      forget();
      abort.abort();
    };
  }, [key, version, outages]);
  return known.key === key ? known : { data: undefined, error: undefined };
}
