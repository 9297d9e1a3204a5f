import { useState } from 'preact/hooks';
import { patch } from '../api/client';
import type { Bot, RequestBody } from '../api/types';
import { useRefusal } from '../lib/permission';
import { ErrorMessage } from '../ui/page';

type Change = RequestBody<'/api/bots/{game}/{id}', 'patch'>;

/** Buttons that promote, retire, disable or enable a bot. */
export function BotLife({ bot }: { bot: Bot }) {
  const [error, setError] = useState('');
  const [saved, setSaved] = useState<Bot | null>(null);
  const refusal = useRefusal('play');
  const now = saved ?? bot;
  const change = (body: Change) => () => {
    setError('');
    patch('/api/bots/{game}/{id}', { game: bot.game, id: bot.id }, body).then(setSaved, (e: Error) =>
      setError(e.message),
    );
  };
  return (
    <div class="actions">
      {now.stage !== 'promoted' && (
        <button
          type="button"
          disabled={refusal !== ''}
          title={refusal}
          onClick={change({ stage: 'promoted' })}
        >
          promote
        </button>
      )}
      {now.stage !== 'retired' && (
        <button
          type="button"
          disabled={refusal !== ''}
          title={refusal}
          onClick={change({ stage: 'retired' })}
        >
          retire
        </button>
      )}
      <button
        type="button"
        disabled={refusal !== ''}
        title={refusal}
        onClick={change({ disabled: !now.disabled })}
      >
        {now.disabled ? 'enable' : 'disable'}
      </button>
      {saved && <span role="status">saved: {now.disabled ? 'disabled' : now.stage || 'enabled'}</span>}
      {error && <ErrorMessage text={error} />}
    </div>
  );
}
