import type { TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Bot, Game, Standings } from '../api/types';
import { useAsync } from '../lib/async';
import { HUMAN } from '../replay/model';
import { type ControlAttributes, Field } from '../ui/form';
import { BotName } from './links';
import { StrengthText, strengthOf } from './strength';

const ID = 'known-bots'; // a form has one list

interface InputProps extends ControlAttributes {
  name?: string;
  defaultValue?: string;
  required?: boolean;
  onChange?: (e: TargetedEvent<HTMLInputElement>) => void;
}

/** A text field for a bot, with the bots of the form's BotList as suggestions. */
export function BotInput({ onChange, ...props }: InputProps) {
  const complete = (e: TargetedEvent<HTMLInputElement>) => {
    e.currentTarget.value = idOf(e.currentTarget);
    onChange?.(e);
  };
  return <input {...props} list={ID} autocomplete="off" onChange={complete} />;
}

/** The ID that is meant by what has been typed: a name of one bot alone stands for its ID. */
function idOf({ value, list }: HTMLInputElement): string {
  const named = [...((list as HTMLDataListElement | null)?.options ?? [])].filter(
    (o) => o.dataset.name === value.trim(),
  );
  return named.length === 1 ? named[0]!.value : value.trim();
}

/** The registered bots of a game, the builtin ones and their levels, as suggestions for each BotInput of a form. */
export function BotList({ bots, game }: { bots: readonly Bot[]; game?: Game }) {
  const levels = (game?.ladder.levels ?? []).map((l) => l.bot);
  return (
    <datalist id={ID}>
      {bots
        .filter((b) => !b.disabled && b.stage !== 'retired' && b.typed !== HUMAN)
        .map((b) => (
          <option key={b.id} value={b.id} data-name={b.name}>
            {b.typed}
          </option>
        ))}
      {[...(game?.builtins ?? []), ...levels].map((typed) => (
        <option key={typed} value={typed} />
      ))}
    </datalist>
  );
}

type Ratings = { data?: Standings | undefined };

/** The ratings of a game, for the chips of a form. */
export function useRatings(game: string): Ratings {
  return useAsync((signal) => get('/api/ratings/{game}', { game }, signal), [game]);
}

/** A bot with its version, and its rating where it has one. */
function Chip({ id, ratings }: { id: string; ratings: Ratings }) {
  const line = ratings.data?.lines?.find((l) => l.bot === id);
  return (
    <>
      <BotName id={id} /> {line && <StrengthText of={strengthOf(line)} />}
    </>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  name: string;
  bots: readonly Bot[];
  ratings: Ratings;
  defaultValue?: string;
  required?: boolean;
}

/** A field for one bot, with a chip once a registered one has been chosen. */
export function BotField({
  label,
  hint,
  error,
  name,
  bots,
  ratings,
  defaultValue = '',
  required,
}: FieldProps) {
  const [id, setID] = useState(defaultValue);
  const mine = error === undefined || id === '' || error.includes(id) ? error : undefined; // it names the bot
  return (
    <div>
      <Field label={label} hint={hint} error={mine}>
        {(a) => (
          <BotInput
            {...a}
            name={name}
            defaultValue={defaultValue}
            required={required}
            onChange={(e) => setID(e.currentTarget.value)}
          />
        )}
      </Field>
      <p class="chips one" aria-live="polite">
        {bots.some((b) => b.id === id) && (
          <span class="chip">
            <Chip id={id} ratings={ratings} />
          </span>
        )}
      </p>
    </div>
  );
}

interface PickerProps {
  label: string;
  hint: string;
  error: string | undefined;
  game: string;
  entered: readonly string[]; // bots that are picked from the start
  optional?: boolean; // none needs to be picked
  changed?: (picked: readonly string[]) => void;
}

/** A field for several bots, each a chip with its version and rating; Enter adds what has been typed. */
export function BotPicker({ label, hint, error, game, entered, optional, changed }: PickerProps) {
  const [picked, setPicked] = useState<readonly string[]>(entered);
  const ratings = useRatings(game);
  useEffect(() => changed?.(picked), [picked]);
  const input = useRef<HTMLInputElement>(null);
  const add = () => {
    const field = input.current!;
    const id = idOf(field);
    field.value = '';
    if (id !== '') setPicked((all) => (all.includes(id) ? all : [...all, id]));
  };
  const drop = (id: string) => {
    setPicked((all) => all.filter((other) => other !== id));
    input.current!.focus();
  };
  return (
    <>
      <Field label={label} hint={hint} error={error}>
        {(a) => (
          <div class="row add">
            <input
              {...a}
              ref={input}
              name="bots"
              list={ID}
              autocomplete="off"
              required={!optional && picked.length === 0}
              onKeyDown={(e) => {
                if (e.key !== 'Enter') return;
                e.preventDefault(); // it adds, and does not send the form
                add();
              }}
              onChange={add}
            />
            <button type="button" onClick={add}>
              Add
            </button>
          </div>
        )}
      </Field>
      <ul class="chips" aria-label="Picked bots">
        {picked.map((id) => (
          <li key={id} class="chip">
            <input type="hidden" name="bots" value={id} />
            <Chip id={id} ratings={ratings} />
            <button type="button" aria-label={`Remove ${id}`} onClick={() => drop(id)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
