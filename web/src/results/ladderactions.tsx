import { del, post } from '../api/client';
import type { Ladder } from '../api/types';
import { navigate } from '../lib/router';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { AskButton } from '../ui/askbutton';
import { ErrorMessage } from '../ui/page';

interface Props {
  ladder: Ladder;
  changed: () => void;
}

/** Buttons that pause, resume or delete a ladder. One that waits for bots needs no pause before it is deleted. */
export function LadderActions({ ladder, changed }: Props) {
  const [error, act] = useAction();
  const params = { ladder: ladder.name };
  const halted = ladder.state === 'paused' || ladder.state === 'failed' || ladder.state === 'cancelled';
  return (
    <div class="actions">
      {(ladder.state === 'paused' || ladder.state === 'failed') && (
        <ActionButton
          thing={ladder}
          onClick={() => act(post('/api/ladders/{ladder}/resume', params).then(changed))}
        >
          Resume
        </ActionButton>
      )}
      {!halted && ladder.rounds > 0 && (
        <ActionButton
          thing={ladder}
          onClick={() => act(post('/api/ladders/{ladder}/pause', params).then(changed))}
        >
          Pause
        </ActionButton>
      )}
      {(halted || ladder.state === 'idle') && (
        <AskButton
          thing={{ owner: ladder.owner, deletes: true }}
          question={`Delete ${ladder.name}?`}
          consequence="Its matches and their replays are deleted and no longer count in any table. Its bots are kept. This cannot be undone."
          yes="Delete it"
          onClick={() => act(del('/api/ladders/{ladder}', params).then(() => navigate('/ladders')))}
        >
          Delete
        </AskButton>
      )}
      <ErrorMessage text={error} />
    </div>
  );
}
