import { useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Match } from '../api/types';
import { useReading } from '../lib/async';

const LOOKED_AT = 50; // matches whose attributes and metrics are told

/** What a filter can ask of the matches of a game, with names that its latest matches really have. */
export function FilterHelp({ game }: { game: string }) {
  const [asked, ask] = useState(false);
  return (
    <details class="help" onToggle={() => ask(true)}>
      <summary>What a filter can say</summary>
      <p>
        All conditions are about one and the same seat: <code>seat=1,fault=timeout</code> are the matches in
        which the second seat timed out.
      </p>
      <dl>
        <dt>Texts, compared by = and !=</dt>
        <dd>
          <code>bot</code> (its ID), <code>opponent</code>, <code>reason</code>, <code>fault</code> (a kind,
          or <code>none</code>)
        </dd>
        <dt>Numbers, also by &lt;, &lt;=, &gt; and &gt;=</dt>
        <dd>
          <code>seat</code> (0 is the first), <code>score</code>, <code>seed</code>, <code>metric.NAME</code>{' '}
          (a line <code>@metric NAME NUMBER</code> of the bot), and what the game says of a match
        </dd>
        {asked && <Names game={game} />}
      </dl>
    </details>
  );
}

/** The names that the latest matches of a game have. */
function Names({ game }: { game: string }) {
  const matches = useReading((signal) => get('/api/matches', { game, limit: LOOKED_AT }, signal), [game]);
  const names = namesOf(matches.data?.matches ?? []);
  return (
    <>
      <Found title={`What ${game} says of its matches`} names={names.attributes} />
      <Found title="Metrics of its bots" names={names.metrics} />
      <Found title="How its matches ended" names={names.reasons} />
    </>
  );
}

function Found({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {names.map((name) => (
          <code key={name} class="chip">
            {name}
          </code>
        ))}
      </dd>
    </>
  );
}

/** The names that filters over such matches can use, each once and in order. */
export function namesOf(matches: readonly Match[]): Record<'attributes' | 'metrics' | 'reasons', string[]> {
  const sorted = (names: string[]) => [...new Set(names)].sort();
  return {
    attributes: sorted(matches.flatMap((m) => (m.attributes ?? []).map((a) => a.name))),
    metrics: sorted(matches.flatMap((m) => (m.metrics ?? []).map((x) => `metric.${x.name}`))),
    reasons: sorted(matches.map((m) => `reason=${m.reason}`)),
  };
}
