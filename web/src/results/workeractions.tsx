import { del, patch } from '../api/client';
import type { Worker } from '../api/types';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { ErrorMessage } from '../ui/page';

/** Buttons that drain a worker, set it aside, let it work again or forget it. */
export function WorkerActions({ worker, changed }: { worker: Worker; changed: () => void }) {
  const [error, act] = useAction();
  const { name } = worker;
  const change = (body: { drain?: boolean; aside?: boolean }) => () =>
    act(patch('/api/workers/{name}', { name }, body).then(changed));
  const button = (label: string, onClick: () => void) => (
    <ActionButton needs="admin" onClick={onClick}>
      {label}
    </ActionButton>
  );
  return (
    <div class="actions">
      {worker.state === 'working' && button('Drain', change({ drain: true }))}
      {worker.state === 'draining' && button('Resume', change({ drain: false }))}
      {worker.state === 'set aside'
        ? button('Trust', change({ aside: false }))
        : button('Set aside', change({ aside: true }))}
      {worker.state === 'gone' &&
        button('Forget', () => act(del('/api/workers/{name}', { name }).then(changed)))}
      <ErrorMessage text={error} />
    </div>
  );
}
