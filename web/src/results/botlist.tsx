import type { TargetedEvent } from 'preact';
import type { Bot } from '../api/types';
import { HUMAN } from '../replay/model';
import type { ControlAttributes } from '../ui/form';

const ID = 'known-bots'; // a form has one list

interface InputProps extends ControlAttributes {
  name?: string;
  defaultValue?: string;
  required?: boolean;
  onChange?: (e: TargetedEvent<HTMLInputElement>) => void;
}

/** A text field for a bot, with the bots of the form's BotList as suggestions. */
export function BotInput(props: InputProps) {
  return <input {...props} list={ID} autocomplete="off" />;
}

/** The registered bots of a game, as suggestions for each BotInput of a form. */
export function BotList({ bots }: { bots: readonly Bot[] }) {
  return (
    <datalist id={ID}>
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
