import type { Bot } from '../api/types';
import { HUMAN } from '../replay/model';

/** The registered bots of a game, as suggestions for a text field. */
export function BotList({ id, bots }: { id: string; bots: readonly Bot[] }) {
  return (
    <datalist id={id}>
      {bots
        .filter((b) => !b.disabled && b.stage !== 'retired' && b.typed !== HUMAN)
        .map((b) => (
          <option key={b.id} value={b.id}>
            {b.typed}
          </option>
        ))}
    </datalist>
  );
}
