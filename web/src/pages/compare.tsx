import { useEffect, useMemo, useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Match } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { Comparison } from '../player/comparison';
import { openMatch } from '../player/openmatch';
import { Player } from '../player/player';
import { to, Versus, versus } from '../results/links';
import { Result } from '../results/matchhub';

const LATEST = 30; // matches of the same game that are offered

/** Two matches side by side: /compare?a=ID&b=ID. */
export function Compare({ query }: PageProps) {
  const a = query.get('a') ?? '';
  const b = query.get('b') ?? '';
  if (a && b)
    return (
      <Both a={a} b={b}>
        <Pickers a={a} b={b} />
      </Both>
    );
  return (
    <main class="page">
      <h1>Compare two matches</h1>
      <p>Choose two matches: two versions of a bot on the same start, or the same bots in swapped seats.</p>
      <Pickers a={a} b={b} />
    </main>
  );
}

/** Two fields for match IDs, which offer the matches around the other one and the latest of its game. */
function Pickers({ a, b }: { a: string; b: string }) {
  const offers = useAsync((signal) => offered(a || b, signal), [a || b]);
  const go = (left: string, right: string) => navigate(to.compare(left, right));
  return (
    <div class="pickers">
      <Picker label="A" value={a} offers={offers.data ?? []} choose={(id) => go(id, b)} />
      <Picker label="B" value={b} offers={offers.data ?? []} choose={(id) => go(a, id)} />
      {a && b && (
        <button type="button" onClick={() => go(b, a)}>
          Swap
        </button>
      )}
    </div>
  );
}

interface Offer {
  match: Match;
  why: string;
}

/** The matches to compare one with: its twin, other bots on its start, then the latest of its game. */
async function offered(id: string, signal: AbortSignal): Promise<Offer[]> {
  const known = id ? await get('/api/matches/{id}', { id }, signal).catch(() => undefined) : undefined;
  const latest = await get('/api/matches', { game: known?.game, limit: LATEST }, signal);
  const offers: Offer[] = known ? [{ match: known, why: '' }] : [];
  if (known?.state === 'played') {
    const around = await get('/api/matches/{id}/neighbours', { id }, signal);
    if (around.twin) offers.push({ match: around.twin, why: 'swapped seats' });
    for (const match of around.same_start ?? []) offers.push({ match, why: 'same start' });
  }
  for (const match of latest.matches ?? []) offers.push({ match, why: match.start.name });
  return offers.filter(({ match }, i) => offers.findIndex((o) => o.match.id === match.id) === i);
}

interface PickerProps {
  label: string;
  value: string;
  offers: readonly Offer[];
  choose: (id: string) => void;
}

function Picker({ label, value, offers, choose }: PickerProps) {
  const [typed, setTyped] = useState(false);
  const known = offers.some((o) => o.match.id === value);
  if (typed) {
    const send = (e: { currentTarget: HTMLFormElement; preventDefault: () => void }) => {
      e.preventDefault();
      choose(String(new FormData(e.currentTarget).get('id')).trim());
    };
    return (
      <form class="picker" onSubmit={send}>
        <b>{label}</b>
        <input
          name="id"
          aria-label={`ID of match ${label}`}
          placeholder="match ID"
          pattern="\s*[0-9a-f]{20}\s*"
          title="20 hexadecimal characters"
          defaultValue={value}
          required
        />
        <button type="submit">Show</button>
      </form>
    );
  }
  return (
    <label class="picker">
      <b>{label}</b>
      <select
        aria-label={`match ${label}`}
        value={value}
        onChange={(e) => (e.currentTarget.value === 'type' ? setTyped(true) : choose(e.currentTarget.value))}
      >
        {!value && <option value="">choose a match</option>}
        {value && !known && <option value={value}>{value}</option>}
        {offers.map(({ match, why }) => (
          <option key={match.id} value={match.id}>
            {versus((match.seats ?? []).map((s) => s.bot))}, {match.start.name}
            {why && why !== match.start.name && ` (${why})`} · {match.id.slice(0, 8)}
          </option>
        ))}
        <option value="type">another match, by ID</option>
      </select>
    </label>
  );
}

function Both({ a, b, children }: { a: string; b: string; children: preact.ComponentChildren }) {
  const [left, right] = useMemo(() => {
    const first = new Player();
    return [first, new Player(first.transport)];
  }, [a, b]);
  useEffect(() => {
    const stops = [openMatch(left!, a), openMatch(right!, b)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [left, right]);
  return (
    <Comparison left={left!} right={right!} gone={[<Stored key={a} id={a} />, <Stored key={b} id={b} />]}>
      {children}
    </Comparison>
  );
}

/** What is stored of a match whose replay is not there. */
function Stored({ id }: { id: string }) {
  const { data: match } = useAsync((signal) => get('/api/matches/{id}', { id }, signal), [id]);
  if (match === undefined) return null;
  return (
    <>
      <a href={to.match(id)}>
        <Versus seats={(match.seats ?? []).map((s) => s.bot)} />
      </a>{' '}
      <span class="muted">{match.start.name}</span> <Result match={match} />
    </>
  );
}
