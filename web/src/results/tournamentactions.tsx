import { useState } from 'preact/hooks';
import { post } from '../api/client';
import type { TournamentStatus } from '../api/types';
import { ErrorMessage } from '../ui/page';

type Action = 'start' | 'pause' | 'resume' | 'cancel';

/** The actions that each state permits. */
export const ACTIONS: Record<TournamentStatus['state'], readonly Action[]> = {
  idle: ['start', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  failed: ['resume', 'cancel'],
  done: [],
  cancelled: [],
};

/** Buttons that start, pause, resume or cancel a tournament. The live feed reports the new state. */
export function Actions({ tournament }: { tournament: TournamentStatus }) {
  const [error, setError] = useState('');
  const act = (action: Action) => {
    if (
      action === 'cancel' &&
      !confirm(`Cancel ${tournament.id}? This cannot be undone. Played matches are kept.`)
    )
      return;
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
      {error && <ErrorMessage text={error} />}
    </div>
  );
}
