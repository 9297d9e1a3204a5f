import { useState } from 'preact/hooks';
import { patch } from '../api/client';
import type { Bot, RequestBody } from '../api/types';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { ErrorMessage } from '../ui/page';

type Change = RequestBody<'/api/bots/{game}/{id}', 'patch'>;

/** Buttons that promote, retire, disable or enable a bot. */
export function BotLife({ bot }: { bot: Bot }) {
  const { game, id } = bot;
  const [error, act] = useAction();
  const [saved, setSaved] = useState<Bot | null>(null);
  const now = saved ?? bot;
  const button = (label: string, change: Change) => (
    <ActionButton
      needs="upload"
      thing={now}
      onClick={() => act(patch('/api/bots/{game}/{id}', { game, id }, change).then(setSaved))}
    >
      {label}
    </ActionButton>
  );
  return (
    <div class="actions">
      {now.stage !== 'promoted' && button('Promote', { stage: 'promoted' })}
      {now.stage !== 'retired' && button('Retire', { stage: 'retired' })}
      {button(now.disabled ? 'Enable' : 'Disable', { disabled: !now.disabled })}
      {saved && <span role="status">Saved: {now.disabled ? 'disabled' : now.stage || 'enabled'}</span>}
      <ErrorMessage text={error} />
    </div>
  );
}
