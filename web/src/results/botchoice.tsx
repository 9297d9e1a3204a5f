import { useContext, useEffect, useId, useMemo, useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Bot, Game, Standings } from '../api/types';
import { useAsync } from '../lib/async';
import { Permission } from '../lib/permission';
import { AddField } from '../ui/addfield';
import { capital, number } from '../ui/format';
import { type Choice, choicesOf, type Group, ME, meantBy } from './choices';
import { BotName } from './links';
import { StrengthText } from './strength';

/** The bots that the forms of a game offer. */
export function useChoices(game: Game, bots: readonly Bot[]): readonly Group[] {
  const { token } = useContext(Permission);
  const ratings = useAsync((signal) => get('/api/ratings/{game}', { game: game.name }, signal), [game.name]);
  const standings: Standings | undefined = ratings.data;
  return useMemo(() => choicesOf(game, bots, standings, token), [game, bots, standings, token]);
}

interface Common {
  label: string;
  hint?: string;
  name: string; // of the value in the form
  game: Game;
  groups: readonly Group[];
  error?: string | undefined;
}

interface OneProps extends Common {
  value: string;
  choose: (value: string) => void;
  me?: boolean; // a person may have the seat
  optional?: boolean;
}

/** Chooses one bot: cards of mine, of the builtin ones and of the reader, and a field for a path or a command. */
export function BotChoice({ label, hint, name, game, groups, error, value, choose, me, optional }: OneProps) {
  const group = useId();
  const offered = value === ME || groups.some((g) => g.choices.some((c) => c.value === value));
  const [typed, setTyped] = useState(offered ? '' : value);
  const card = (c: Choice) => (
    <Card
      key={c.value}
      choice={c}
      unit={game.boss.unit}
      control={{
        type: 'radio',
        name: group,
        checked: value === c.value,
        required: !optional && value === '',
      }}
      press={() => choose(c.value)}
    />
  );
  return (
    <Choices label={label} hint={hint} error={error}>
      <input type="hidden" name={name} value={value} />
      {groups.map((g) => (
        <Cards key={g.title} group={g} card={card} on={(v) => v === value} />
      ))}
      <div class="cards-row">
        {me && (
          <div class="cards-of">
            <p class="group">Me</p>
            <ul class="picks">{card({ value: ME, title: 'A person, here' })}</ul>
          </div>
        )}
        <label class="cards-of typed">
          <p class="group">Path or command</p>
          <input
            aria-label={`${label}: path or command`}
            value={typed}
            placeholder="./mybot or a quoted command"
            autocomplete="off"
            aria-invalid={error !== undefined}
            onInput={(e) => {
              setTyped(e.currentTarget.value);
              choose(meantBy(e.currentTarget.value, groups));
            }}
          />
        </label>
      </div>
    </Choices>
  );
}

interface SeveralProps extends Common {
  entered: readonly string[]; // bots that are chosen from the start
  optional?: boolean; // none needs to be chosen
  changed?: (chosen: readonly string[]) => void;
}

/** Chooses several bots from the same cards; Enter adds what has been typed. */
export function BotChoices({
  label,
  hint,
  name,
  game,
  groups,
  error,
  entered,
  optional,
  changed,
}: SeveralProps) {
  const [chosen, setChosen] = useState<readonly string[]>(entered);
  const [typed, setTyped] = useState('');
  useEffect(() => changed?.(chosen), [chosen]);
  const toggle = (value: string) =>
    setChosen((all) => (all.includes(value) ? all.filter((other) => other !== value) : [...all, value]));
  const add = () => {
    const value = meantBy(typed, groups);
    setTyped('');
    if (value) setChosen((all) => (all.includes(value) ? all : [...all, value]));
  };
  const offered = new Set(groups.flatMap((g) => g.choices.map((c) => c.value)));
  const more = chosen.filter((value) => !offered.has(value)).map((value) => ({ value }));
  const card = (c: Choice) => (
    <Card
      key={c.value}
      choice={c}
      unit={game.boss.unit}
      control={{
        type: 'checkbox',
        checked: chosen.includes(c.value),
        required: !optional && chosen.length === 0 && c === groups[0]?.choices[0],
      }}
      press={() => toggle(c.value)}
    />
  );
  return (
    <Choices label={label} hint={hint} error={error} note={`${chosen.length} chosen`}>
      {chosen.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      {groups.map((g) => (
        <Cards key={g.title} group={g} card={card} on={(v) => chosen.includes(v)} />
      ))}
      {more.length > 0 && (
        <Cards
          group={{ title: 'By path or command', choices: more, first: more.length }}
          card={card}
          on={() => true}
        />
      )}
      <div class="cards-of">
        <p class="group">Path or command</p>
        <AddField
          add={add}
          input={{
            'aria-label': `${label}: path or command`,
            value: typed,
            placeholder: './mybot or a quoted command; Enter adds it',
            'aria-invalid': error !== undefined,
            onInput: (e) => setTyped(e.currentTarget.value),
          }}
        />
      </div>
    </Choices>
  );
}

interface ChoicesProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  note?: string; // beside the label
  children: preact.ComponentChildren;
}

/** The frame of a choice: what it is for, and what the server said of it. */
function Choices({ label, hint, error, note, children }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset
      class={error ? 'choice wrong' : 'choice'}
      aria-describedby={`${id}-said`}
      aria-invalid={error !== undefined}
    >
      <legend>
        {label} {note && <span class="muted">{note}</span>}
      </legend>
      {children}
      {(error || hint) && (
        <p id={`${id}-said`} class={error ? 'wrong' : 'hint'}>
          {error ? capital(error) : hint}
        </p>
      )}
    </fieldset>
  );
}

interface CardsProps {
  group: Group;
  card: (c: Choice) => preact.ComponentChild;
  on: (value: string) => boolean;
}

/** The bots under a heading: the first ones, those that are chosen, and a button for the others. */
function Cards({ group: { title, choices, first }, card, on }: CardsProps) {
  const [all, showAll] = useState(false);
  const most = choices.length <= first + 1 ? choices.length : first; // a button in place of one card saves nothing
  const shown = all ? choices : choices.filter((c, i) => i < most || on(c.value));
  const left = choices.length - shown.length;
  return (
    <div class="cards-of">
      <p class="group">{title}</p>
      <ul class="picks">
        {shown.map(card)}
        {left > 0 && (
          <li>
            <button type="button" class="link" onClick={() => showAll(true)}>
              {left} more
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

interface CardProps {
  choice: Choice;
  unit: string;
  control: { type: 'radio' | 'checkbox'; name?: string; checked: boolean; required: boolean };
  press: () => void;
}

/** A bot with its rating, to be chosen by a press. */
function Card({ choice: { value, title, strength, level }, unit, control, press }: CardProps) {
  return (
    <li>
      <label class="pick" title={level === undefined ? value : `${value}: ${number(level)} ${unit}`}>
        <input {...control} onChange={press} />
        <span class="who">{title ?? <BotName id={value} />}</span>
        {level !== undefined && <span class="muted">{number(level)}</span>}
        {strength && (
          <span class="muted">
            <StrengthText of={strength} />
          </span>
        )}
      </label>
    </li>
  );
}
