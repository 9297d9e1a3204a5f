import { useState } from 'preact/hooks';
import { post } from '../api/client';
import type { Run } from '../api/types';
import { Mistake } from '../ui/page';

type Action = 'start' | 'pause' | 'resume' | 'cancel';

/** What can be done with a tournament in a state. */
export const ACTIONS: Record<Run['state'], readonly Action[]> = {
  idle: ['start', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  failed: ['resume', 'cancel'],
  done: [],
  cancelled: [],
};

/** Buttons that start, pause or end a tournament. The live feed then shows its new state. */
export function Actions({ tournament }: { tournament: Run }) {
  const [error, setError] = useState('');
  const act = (action: Action) => {
    if (action === 'cancel' && !confirm(`End ${tournament.id} for good? What was played stays.`)) return;
    setError('');
    post(`/api/tournaments/{tournament}/${action}`, { tournament: tournament.id }).catch((e: Error) =>
      setError(e.message),
    );
  };
  return (
    <div class="actions">
      {ACTIONS[tournament.state].map((action) => (
        <button key={action} type="button" onClick={() => act(action)}>
          {action}
        </button>
      ))}
      {error && <Mistake text={error} />}
    </div>
  );
}
