import { useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Match } from '../api/types';
import { aboutGame } from '../games/about';
import { useAsync } from '../lib/async';

const LOOKED_AT = 50; // latest matches whose attributes and metrics are listed

/** The syntax of filters, with the attributes, metrics and reasons of the game's latest matches. */
export function FilterHelp({ game }: { game: string }) {
  const [asked, ask] = useState(false);
  return (
    <details class="help" onToggle={() => ask(true)}>
      <summary>Filter syntax</summary>
      <p>
        All conditions apply to the same seat, e.g. <code>{aboutGame(game).filter}</code>.
      </p>
      <dl>
        <dt>Text, with = and !=</dt>
        <dd>
          <code>bot</code> (ID), <code>opponent</code>, <code>reason</code>, <code>fault</code> (a kind, or{' '}
          <code>none</code>)
        </dd>
        <dt>Numbers, also with &lt;, &lt;=, &gt; and &gt;=</dt>
        <dd>
          <code>seat</code> (0 is the first), <code>score</code>, <code>seed</code>, <code>metric.NAME</code>{' '}
          (from lines <code>@metric NAME NUMBER</code> on the bot's stderr), and the game's attributes of a
          match
        </dd>
        {asked && <Names game={game} />}
      </dl>
    </details>
  );
}

/** The names found in the latest matches of a game. */
function Names({ game }: { game: string }) {
  const matches = useAsync((signal) => get('/api/matches', { game, limit: LOOKED_AT }, signal), [game]);
  const names = namesOf(matches.data?.matches ?? []);
  return (
    <>
      <Found title={`Attributes of ${game} matches`} names={names.attributes} />
      <Found title="Metrics of the bots" names={names.metrics} />
      <Found title="Reasons" names={names.reasons} />
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

/** The names that filters over these matches can use, sorted and without duplicates. */
export function namesOf(matches: readonly Match[]): Record<'attributes' | 'metrics' | 'reasons', string[]> {
  const sorted = (names: string[]) => [...new Set(names)].sort();
  return {
    attributes: sorted(matches.flatMap((m) => (m.attributes ?? []).map((a) => a.name))),
    metrics: sorted(matches.flatMap((m) => (m.metrics ?? []).map((x) => `metric.${x.name}`))),
    reasons: sorted(matches.map((m) => `reason=${m.reason}`)),
  };
}
