import { useRef, useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Leaderboard } from '../api/types';
import { useAsync } from '../lib/async';
import { AddField } from '../ui/addfield';
import { Field, type Values } from '../ui/form';

/** Which matches of its game a leaderboard counts, besides its filter. */
export type Counted = Pick<Leaderboard, 'tournaments' | 'since' | 'until' | 'days' | 'singles' | 'humans'>;

export const ALL_TOURNAMENTS: Counted = {
  tournaments: [],
  since: null,
  until: null,
  days: 0,
  singles: false,
  humans: false,
};

/** What is counted in words: whose matches, and when they were played. */
export function sourcesOf(c: Counted): string {
  const named = c.tournaments ?? [];
  const sources = [
    named.length === 0 ? 'all tournaments and ladders' : named.join(', '),
    ...(c.singles ? ['single matches'] : []),
    ...(c.humans ? ['matches played by hand'] : []),
  ];
  return sources.length < 2 ? sources[0]! : `${sources.slice(0, -1).join(', ')} and ${sources.at(-1)}`;
}

/** The time of play in words; empty for any. */
export function playedIn({ since, until, days }: Pick<Counted, 'since' | 'until' | 'days'>): string {
  const at = (time: string) =>
    new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  const window = days > 0 && (days === 1 ? 'in the last day' : `in the last ${days} days`);
  return [window, since && `since ${at(since)}`, until && `before ${at(until)}`].filter(Boolean).join(', ');
}

/** A time as a field for local times has it, in minutes. */
export function localTime(time: string | null): string {
  if (!time) return '';
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What the fields of CountedFields say, for the API. */
export function countedOf(v: Values) {
  const time = (name: string) => {
    const text = v.text(name);
    return text === '' ? {} : { [name]: new Date(text).toISOString() };
  };
  return {
    tournaments: v.lines('tournaments'),
    singles: v.checked('singles'),
    humans: v.checked('humans'),
    ...(v.text('days') === '' ? {} : { days: Number(v.text('days')) }),
    ...time('since'),
    ...time('until'),
  };
}

interface Props {
  game: string;
  known: Counted;
  wrong: Readonly<Record<string, string>>;
}

/** The fields of a form that say which matches count. */
export function CountedFields({ game, known, wrong }: Props) {
  return (
    <>
      <TournamentPicker game={game} known={known.tournaments ?? []} error={wrong.tournaments} />
      <Field label="Played since" hint="Default: from the first match on." error={wrong.since}>
        {(a) => <input {...a} type="datetime-local" name="since" defaultValue={localTime(known.since)} />}
      </Field>
      <Field label="Played before" hint="Default: up to the latest match." error={wrong.until}>
        {(a) => <input {...a} type="datetime-local" name="until" defaultValue={localTime(known.until)} />}
      </Field>
      <Field label="Days back" hint="Only matches of the last so many days. Default: all." error={wrong.days}>
        {(a) => (
          <input {...a} type="number" name="days" min={1} max={36500} defaultValue={known.days || ''} />
        )}
      </Field>
      <label class="check">
        <input type="checkbox" name="singles" defaultChecked={known.singles} /> Single matches count, too
      </label>
      <label class="check">
        <input type="checkbox" name="humans" defaultChecked={known.humans} /> Matches played by hand count,
        too
      </label>
    </>
  );
}

interface PickerProps {
  game: string;
  known: readonly string[];
  error: string | undefined;
}

const NAMES = 'known-tournaments'; // a form has one list

/** A field for several tournaments and ladders, each a chip; Enter adds what has been typed. */
function TournamentPicker({ game, known, error }: PickerProps) {
  const [picked, setPicked] = useState<readonly string[]>(known);
  const input = useRef<HTMLInputElement>(null);
  const names = useAsync(
    async (signal) => {
      const [tournaments, ladders] = await Promise.all([
        get('/api/tournaments', { game, limit: 200 }, signal),
        get('/api/ladders', { game }, signal),
      ]);
      const all = [
        ...(ladders.ladders ?? []).map((l) => l.name),
        ...(tournaments.tournaments ?? []).map((t) => t.id),
      ];
      return [...new Set(all)];
    },
    [game],
  );
  const add = () => {
    const name = input.current!.value.trim();
    input.current!.value = '';
    if (name !== '') setPicked((all) => (all.includes(name) ? all : [...all, name]));
  };
  const drop = (name: string) => {
    setPicked((all) => all.filter((other) => other !== name));
    input.current!.focus();
  };
  return (
    <>
      <Field
        label="Tournaments and ladders"
        hint="The only ones whose matches count. Default: all."
        error={error}
      >
        {(a) => <AddField add={add} input={{ ...a, ref: input, name: 'tournaments', list: NAMES }} />}
      </Field>
      <datalist id={NAMES}>
        {(names.data ?? []).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul class="chips" aria-label="Picked tournaments">
        {picked.map((name) => (
          <li key={name} class="chip">
            <input type="hidden" name="tournaments" value={name} />
            {name}
            <button type="button" aria-label={`Remove ${name}`} onClick={() => drop(name)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
