import { Fragment } from 'preact';
import type { Fault, TournamentStatus } from '../api/types';
import { address, type Params } from '../lib/url';
import { beginOf } from '../player/transport';
import { formatHash } from '../player/urlstate';
import { nameOf, useName } from './names';

/** Escapes a name for a path. The name "new" is escaped too, as /new is the path of a form. */
const enc = (name: string) => (name === 'new' ? '%6Eew' : encodeURIComponent(name));

/** URLs of the pages. */
export const to = {
  game: (name: string) => `/games/${enc(name)}`,
  bot: (game: string, id: string) => `/bots/${enc(game)}/${enc(id)}`,
  botPart: (game: string, id: string, part: string) => `/bots/${enc(game)}/${enc(id)}/${part}`,
  ladder: (name: string) => `/ladders/${enc(name)}`,
  leaderboard: (name: string) => `/leaderboards/${enc(name)}`,
  play: (id: string) => `/play/${enc(id)}`,
  match: (id: string) => `/matches/${enc(id)}`,
  turn: (id: string, turn: number, seat: number) => `/matches/${enc(id)}${formatHash(turn, seat)}`,
  slowest: (id: string, seat: number) => `/matches/${enc(id)}#t=slowest&seat=${seat}`,
  compare: (a: string, b: string) => `/compare?${new URLSearchParams(b ? { a, b } : { a })}`,
  decisive: (id: string, seat: number) => `/matches/${enc(id)}#t=decisive&seat=${seat}`,
  matches: (params: Params) => address('/matches', params),
  tournament: (id: string) => `/tournaments/${enc(id)}`,
  puzzles: (name: string) => `/puzzles/${enc(name)}`,
  check: (id: string) => `/checks/${enc(id)}`,
};

/** The bot ID of a person, who has no page. */
export const PERSON = 'human@';

/** Whether a bot played elsewhere, so that its program is not known here. */
export function isImported(id: string): boolean {
  return id.endsWith('@cg');
}

/** The name of a bot, with its version and its commit in small type. */
export function BotName({ id }: { id: string }) {
  const { name, version, subject } = useName(id);
  return (
    <>
      {id === PERSON ? 'human' : name}
      {version && <span class="version"> {version}</span>}
      {subject && <i class="version"> {subject}</i>}
    </>
  );
}

/** A link to a bot; the word human for a person. */
export function BotLink({ game, id }: { game: string; id: string }) {
  if (id === PERSON) return <span class="bot">human</span>;
  return (
    <a class="bot" href={to.bot(game, id)} title={id}>
      <BotName id={id} />
    </a>
  );
}

/** A turn of a match in words: "turn 12 of 4cca417c". */
export function turnOfMatch({ match, turn }: { match: string; turn: number }): string {
  return `turn ${turn} of ${match.slice(0, 8)}`;
}

/** A link to the beginning of a turn, as a seat saw it, that names the match. */
export function TurnLink({ at }: { at: { match: string; turn: number; seat: number } }) {
  return <a href={to.turn(at.match, beginOf(at.turn), at.seat)}>{turnOfMatch(at)}</a>;
}

/** The bots of a match as text. */
export function versus(seats: readonly string[]): string {
  return seats.map((id) => (id === PERSON ? 'human' : nameOf(id))).join(' – ');
}

/** The bots of a match, whose names are read if they are not known. */
export function Versus({ seats }: { seats: readonly string[] }) {
  return (
    <>
      {seats.map((id, i) => (
        <Fragment key={i}>
          {i > 0 && ' – '}
          <BotName id={id} />
        </Fragment>
      ))}
    </>
  );
}

/** Whether a tournament is where the single matches of a game are stored, which has no page: single:GAME. */
export function isSingles(tournament: string): boolean {
  return tournament.startsWith('single:');
}

/**
 * The name of a tournament as people read it: commands name theirs by what they play, with IDs and a digest, such as
 * "check keeper mine@6650ba35 mine@81e5cfef c395521a".
 */
export function runName(id: string): string {
  const words = id.split(' ');
  if (words.length > 2 && /^[0-9a-f]{8}$/.test(words.at(-1)!)) words.pop();
  return words
    .map((word) =>
      /^.+@[0-9a-f]{8}$/.test(word) ? nameOf(word) : word.replace(/^([0-9a-f]{6})[0-9a-f]{6}$/, '$1'),
    )
    .join(' ');
}

/** A link to a tournament. */
export function TournamentLink({ id }: { id: string }) {
  if (isSingles(id)) return <span class="muted">single</span>;
  return (
    <a href={to.tournament(id)} title={id}>
      {runName(id)}
    </a>
  );
}

/**
 * What plays a tournament, as a link and a word. A check and a ladder have pages of their own, which say more than the
 * page of their matches.
 */
export function RunLink({ run: { id, kind } }: { run: Pick<TournamentStatus, 'id' | 'kind'> }) {
  const page = kind === 'check' ? to.check : kind === 'ladder' ? to.ladder : to.tournament;
  return (
    <span>
      <a href={page(id)} title={id}>
        {runName(id)}
      </a>{' '}
      {kind && <span class="muted">{kind}</span>}
    </span>
  );
}

/** A link to the turn of a fault. */
export function FaultLink({ match, fault }: { match: string; fault: Fault }) {
  return (
    <a
      class="fault"
      href={to.turn(match, fault.turn, fault.seat)}
      title={[fault.why, fault.stderr].filter(Boolean).join('\n')}
    >
      {fault.kind} at turn {fault.turn}
      {fault.forgiven && ' (forgiven)'}
    </a>
  );
}
