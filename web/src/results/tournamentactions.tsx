import { del, post } from '../api/client';
import type { TournamentStatus } from '../api/types';
import { navigate } from '../lib/router';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { AskButton } from '../ui/askbutton';
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

const LABELS: Record<Action, string> = {
  start: 'Start',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  delete: 'Delete',
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
    const params = { tournament: tournament.id };
    act(
      action === 'delete'
        ? del('/api/tournaments/{tournament}', params).then(() => navigate('/tournaments'))
        : post(`/api/tournaments/{tournament}/${action}`, params),
    );
  };
  return (
    <div class="actions">
      {ACTIONS[tournament.state].map((action) => {
        const thing = { owner: tournament.owner, deletes: action === 'delete' };
        const warning = WARNINGS[action];
        return warning ? (
          <AskButton
            key={action}
            thing={thing}
            question={`${LABELS[action]} ${tournament.id}?`}
            consequence={`${warning} This cannot be undone.`}
            yes={`${LABELS[action]} it`}
            onClick={() => take(action)}
          >
            {LABELS[action]}
          </AskButton>
        ) : (
          <ActionButton key={action} thing={thing} onClick={() => take(action)}>
            {LABELS[action]}
          </ActionButton>
        );
      })}
      <ErrorMessage text={error} />
    </div>
  );
}
