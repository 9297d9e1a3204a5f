import { del, post } from '../api/client';
import type { TournamentStatus } from '../api/types';
import { navigate } from '../lib/router';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { ErrorMessage } from '../ui/page';

type Action = 'start' | 'pause' | 'resume' | 'cancel' | 'delete';

/** The actions that each state permits. */
export const ACTIONS: Record<TournamentStatus['state'], readonly Action[]> = {
  idle: ['start', 'cancel', 'delete'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel', 'delete'],
  failed: ['resume', 'cancel', 'delete'],
  done: ['delete'],
  cancelled: ['delete'],
};

/** What an action that cannot be undone does. */
const WARNINGS: Partial<Record<Action, string>> = {
  cancel: 'Running matches are aborted. Played matches are kept.',
  delete: 'Its matches and their replays are deleted and no longer count in any table. Its bots are kept.',
};

/** Buttons that start, pause, resume, cancel or delete a tournament. The live feed reports the new state. */
export function Actions({ tournament }: { tournament: TournamentStatus }) {
  const [error, act] = useAction();
  const take = (action: Action) => {
    const warning = WARNINGS[action];
    const question = `${action[0]!.toUpperCase()}${action.slice(1)} ${tournament.id}? This cannot be undone.`;
    if (warning && !confirm(`${question} ${warning}`)) return;
    const params = { tournament: tournament.id };
    act(
      action === 'delete'
        ? del('/api/tournaments/{tournament}', params).then(() => navigate('/tournaments'))
        : post(`/api/tournaments/{tournament}/${action}`, params),
    );
  };
  return (
    <div class="actions">
      {ACTIONS[tournament.state].map((action) => (
        <ActionButton
          key={action}
          thing={{ owner: tournament.owner, deletes: action === 'delete' }}
          onClick={() => take(action)}
        >
          {action}
        </ActionButton>
      ))}
      <ErrorMessage text={error} />
    </div>
  );
}
