import { useState } from 'preact/hooks';
import { del, patch } from '../api/client';
import type { Worker } from '../api/types';
import { useRefusal } from '../lib/permission';
import { ErrorMessage } from '../ui/page';

/** Buttons that drain a worker, set it aside, let it work again or forget it. */
export function WorkerActions({ worker, changed }: { worker: Worker; changed: () => void }) {
  const [error, setError] = useState('');
  const refusal = useRefusal('admin');
  const act = (done: Promise<unknown>) => {
    setError('');
    done.then(changed, (e: Error) => setError(e.message));
  };
  const { name } = worker;
  const change = (body: { drain?: boolean; aside?: boolean }) => () =>
    act(patch('/api/workers/{name}', { name }, body));
  const button = (label: string, onClick: () => void) => (
    <button type="button" disabled={refusal !== ''} title={refusal} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <div class="actions">
      {worker.state === 'working' && button('drain', change({ drain: true }))}
      {worker.state === 'draining' && button('resume', change({ drain: false }))}
      {worker.state === 'set aside'
        ? button('trust', change({ aside: false }))
        : button('set aside', change({ aside: true }))}
      {worker.state === 'gone' && button('forget', () => act(del('/api/workers/{name}', { name })))}
      {error && <ErrorMessage text={error} />}
    </div>
  );
}
