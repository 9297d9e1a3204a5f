import { get } from '../api/client';
import type { Game } from '../api/types';
import { useAsync } from '../lib/async';
import { Elo } from './elo';
import { BotLink, to } from './links';

/** A game with its leader and the board of its last match. */
export function GameCard({ game, version }: { game: Game; version: number }) {
  const { name } = game;
  const ratings = useAsync((signal) => get('/api/ratings/{game}', { game: name }, signal), [name], version);
  // Read once: a board that changes with each match of a tournament cannot be looked at.
  const matches = useAsync((signal) => get('/api/matches', { game: name, limit: 1 }, signal), [name]);
  const leader = ratings.data?.lines?.[0];
  const last = matches.data?.matches?.[0];
  return (
    <li class="card">
      <h2>
        <a href={to.game(name)}>{game.title}</a>
      </h2>
      <p>
        {leader ? (
          <>
            <BotLink game={name} id={leader.bot} /> <Elo elo={leader.elo} elo_error95={leader.elo_error95} />
          </>
        ) : (
          <span class="muted">{ratings.data ? 'No rated bot yet.' : ' '}</span>
        )}
      </p>
      {last ? (
        <>
          <div class="picture">
            <iframe
              src={`/embed/${last.id}/board#t=${last.turns}`}
              title={`${game.title}: the end of the last match`}
              loading="lazy"
              tabIndex={-1}
            />
          </div>
          <a href={to.match(last.id)}>last match</a>{' '}
          <a class="muted" href={to.matches({ game: name })}>
            of {matches.data!.total.toLocaleString('en')}
          </a>
        </>
      ) : (
        matches.data && <a href={`/matches/new?game=${name}`}>play the first match</a>
      )}
    </li>
  );
}
