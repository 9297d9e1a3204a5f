import type { Fault, Match } from '../api/types';
import { formatHash } from '../player/urlstate';
import { number } from '../ui/format';

/** A name as a part of an address. One that is "new" is not the form for a new thing. */
const enc = (name: string) => (name === 'new' ? '%6Eew' : encodeURIComponent(name));

/** Addresses of the pages. */
export const to = {
  game: (name: string) => `/games/${enc(name)}`,
  bot: (game: string, id: string) => `/bots/${enc(game)}/${enc(id)}`,
  leaderboard: (name: string) => `/leaderboards/${enc(name)}`,
  play: (id: string) => `/play/${enc(id)}`,
  match: (id: string) => `/matches/${enc(id)}`,
  turn: (id: string, turn: number, seat: number) => `/matches/${enc(id)}${formatHash(turn, seat)}`,
  tournament: (id: string) => `/tournaments/${enc(id)}`,
  check: (id: string) => `/checks/${enc(id)}`,
};

/** A bot by its ID, the version behind the name in small. */
export function BotLink({ game, id }: { game: string; id: string }) {
  const cut = id.lastIndexOf('@');
  return (
    <a class="bot" href={to.bot(game, id)}>
      {cut > 0 ? id.slice(0, cut) : id}
      {cut > 0 && <span class="version">{id.slice(cut)}</span>}
    </a>
  );
}

/** A tournament by its name. Matches of their own are kept under single:GAME, which is no page. */
export function TournamentLink({ id }: { id: string }) {
  return id.startsWith('single:') ? <span class="muted">single</span> : <a href={to.tournament(id)}>{id}</a>;
}

/** A fault, as a link to the very turn. */
export function FaultLink({ match, fault }: { match: string; fault: Fault }) {
  return (
    <a class="fault" href={to.turn(match, fault.turn, fault.seat)} title={fault.why}>
      {fault.kind} at turn {fault.turn}
      {fault.forgiven && ' (forgiven)'}
    </a>
  );
}

/** The bots of a match with rank and score, the seats in order. */
export function Seats({ match }: { match: Match }) {
  const played = match.state === 'played';
  return (
    <ol class="seats">
      {(match.seats ?? []).map((seat, i) => (
        <li key={i} class={played && seat.rank === 1 && match.seats!.length > 1 ? 'first' : undefined}>
          <BotLink game={match.game} id={seat.bot} />
          {played && <span class="score">{number(seat.score, 0)}</span>}
        </li>
      ))}
    </ol>
  );
}
