import { useState } from 'preact/hooks';

/** Runs what a button does, and keeps why the last attempt failed; "" when it did not. */
export function useAction(): [error: string, act: (done: Promise<unknown>) => void] {
  const [error, setError] = useState('');
  const act = (done: Promise<unknown>) => {
    setError('');
    done.catch((e: unknown) => setError(e instanceof Error ? e.message : String(e)));
  };
  return [error, act];
}
