import { del, patch } from '../api/client';
import type { Worker } from '../api/types';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { ErrorMessage } from '../ui/page';

/** Buttons that drain a worker, let it work again or forget it. */
export function WorkerActions({ worker, changed }: { worker: Worker; changed: () => void }) {
  const [error, act] = useAction();
  const { name } = worker;
  const drain = (on: boolean) => () =>
    act(patch('/api/workers/{name}', { name }, { drain: on }).then(changed));
  const button = (label: string, onClick: () => void) => (
    <ActionButton needs="admin" onClick={onClick}>
      {label}
    </ActionButton>
  );
  return (
    <div class="actions">
      {worker.state === 'working' && button('Drain', drain(true))}
      {worker.state === 'draining' && button('Resume', drain(false))}
      {worker.state === 'gone' &&
        button('Forget', () => act(del('/api/workers/{name}', { name }).then(changed)))}
      <ErrorMessage text={error} />
    </div>
  );
}
