import { useEffect, useState } from 'preact/hooks';
import { get, post } from '../api/client';
import type { Match, ResponseBody } from '../api/types';
import { useAsync } from '../lib/async';
import { useObservable } from '../lib/observable';
import { navigate } from '../lib/router';
import { Outcome } from '../player/outcome';
import type { Player } from '../player/player';
import { reasonText } from '../replay/reason';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { exact } from '../ui/format';
import { ErrorMessage } from '../ui/page';
import { Ago } from '../ui/time';
import { Parent, TakeSeat } from './branch';
import { BotLink, isImported, isSingles, PERSON, TournamentLink, to, Versus, versus } from './links';

type Neighbours = ResponseBody<'/api/matches/{id}/neighbours', 'get'>;

/** How long after an answer a match that is over is asked for again, until the server has stored its result. */
const STORED_MS = 1000;

interface HubProps {
  id: string;
  player: Player;
  playable: (game: string) => boolean; // whether humans can play a game in the browser
}

/** What a match belongs to and leads to, as links, and what can be done with it. */
export function MatchHub({ id, player, playable }: HubProps) {
  const { replay } = player;
  const over = useObservable(replay, () => replay.over);
  const generation = useObservable(replay, () => replay.generation);
  const gone = useObservable(replay, () => replay.gone || replay.outdated);
  const [looks, look] = useState(0);
  // The version, so that what is known, and a menu that is open, stays while the match is read again.
  const match = useAsync(
    (signal) => get('/api/matches/{id}', { id }, signal),
    [id],
    2 * generation + Number(over) + looks,
  );
  const played = match.data?.state === 'played';
  const stored = played || match.data?.state === 'lost';
  useEffect(() => {
    if (!over || stored || match.data === undefined) return; // who watches sees the end before it is stored
    const timer = setTimeout(() => look((n) => n + 1), STORED_MS);
    return () => clearTimeout(timer);
  }, [over, stored, match.data]);
  const around = useAsync(
    async (signal) => (played ? get('/api/matches/{id}/neighbours', { id }, signal) : undefined),
    [id, played],
  );
  const m = match.data;
  if (m === undefined) return <p class="caption muted">{replay.header?.game ?? 'loading'}</p>;
  return (
    <nav class="hub" aria-label="this match">
      <div class="facts">
        <a href={to.game(m.game)}>
          <b>{m.game}</b>
        </a>
        <h1 class="versus">
          {(m.seats ?? []).map((seat, i) => (
            <span key={i}>
              {i > 0 && <span class="muted"> – </span>}
              <BotLink game={m.game} id={seat.bot} />
            </span>
          ))}
        </h1>
        <span>{m.start.name}</span>
        <TournamentLink id={m.tournament} />
        {played && (
          <span class="muted">
            <Ago at={m.played_at} />
          </span>
        )}
        {gone && played ? <Result match={m} /> : <Outcome player={player} />}
        <Parent id={id} player={player} />
      </div>
      {played && around.data && (
        <Actions match={m} around={around.data} player={player} playable={playable(m.game)} />
      )}
    </nav>
  );
}

/** The result as it is stored, where there is no replay to tell it. */
export function Result({ match: m }: { match: Match }) {
  const seats = m.seats ?? [];
  const first = seats.filter((s) => s.rank === 1);
  const who = seats.length === 1 ? 'Score' : first.length === 1 ? `${versus([first[0]!.bot])} wins` : 'Draw';
  return (
    <span>
      <b>
        {who} {seats.map((s) => exact(s.score)).join(' : ')}
      </b>{' '}
      <span class="muted">{reasonText(m.reason, m.faults)}</span>
    </span>
  );
}

interface ActionsProps {
  match: Match;
  around: Neighbours;
  player: Player;
  playable: boolean;
}

function Actions({ match, around, player, playable }: ActionsProps) {
  const hidden = useObservable(player, () => player.hideResults);
  const gone = useObservable(player.replay, () => player.replay.gone);
  const [error, act] = useAction();
  const others = around.same_start ?? [];
  const twin = around.twin;
  const again = async () => navigate(to.match((await post('/api/matches/{id}/again', { id: match.id })).id));
  const single = isSingles(match.tournament) ? 'played before it' : 'of the tournament';
  const startable = (match.seats ?? []).every((s) => s.bot !== PERSON && !isImported(s.bot));
  return (
    <div class="actions">
      {around.previous && (
        <a href={to.match(around.previous)} rel="prev" title={`Previous match ${single}`}>
          ‹ Previous
        </a>
      )}
      {around.next && (
        <a href={to.match(around.next)} rel="next" title="Next match">
          Next ›
        </a>
      )}
      {twin && (
        <a href={to.match(twin.id)} title="The same bots in opposite seats on the same start">
          Swapped seats
        </a>
      )}
      {others.length > 0 && (
        <details class="others">
          <summary>Same start, other bots ({others.length})</summary>
          <ul>
            {others.map((o) => (
              <li key={o.id}>
                <a href={to.match(o.id)}>
                  <Versus seats={(o.seats ?? []).map((s) => s.bot)} />
                  {!hidden && (
                    <span class="muted"> {(o.seats ?? []).map((s) => exact(s.score)).join(' : ')}</span>
                  )}
                </a>{' '}
                <a href={to.compare(match.id, o.id)}>Compare</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <a href={to.compare(match.id, twin?.id ?? others[0]?.id ?? '')}>Compare</a>
      {startable && (
        <ActionButton
          needs="upload"
          title="The same bots on the same start, with the same random seeds"
          onClick={() => act(again())}
        >
          Play it again
        </ActionButton>
      )}
      {!gone && <TakeSeat match={match} player={player} playable={playable} />}
      <ErrorMessage text={error} />
    </div>
  );
}
