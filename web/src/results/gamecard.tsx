import { get } from '../api/client';
import type { Game, Match } from '../api/types';
import { useAsync } from '../lib/async';
import { StillBoard } from '../player/stillboard';
import { number } from '../ui/format';
import { Emblem } from './emblem';
import { to, versus } from './links';
import { Seats } from './matchseats';

/** A game with the board on which its latest match ended. */
export function GameCard({ game }: { game: Game }) {
  const { name } = game;
  // Read once: a board that changes with each match of a tournament cannot be looked at.
  const matches = useAsync((signal) => get('/api/matches', { game: name, limit: 1 }, signal), [name]);
  const last = matches.data?.matches?.[0];
  return (
    <li class="card">
      <h2>
        <a href={to.game(name)}>{game.title}</a>
      </h2>
      {last ? (
        <>
          <a class="picture" href={to.match(last.id)} title={versus((last.seats ?? []).map((s) => s.bot))}>
            <StillBoard id={last.id} label={`${game.title}: the end of the latest match`}>
              <Result match={last} />
            </StillBoard>
          </a>
          <a href={to.match(last.id)}>Latest match</a> ·{' '}
          <a class="muted" href={to.matches({ game: name })}>
            {number(matches.data!.total)} played
          </a>
        </>
      ) : (
        matches.data && (
          <>
            <Emblem game={name} />
            <a href={`/play?game=${name}`}>Play the first match</a>
          </>
        )
      )}
    </li>
  );
}

/** How a match ended, in the place of its board. */
function Result({ match }: { match: Match }) {
  return (
    <div class="result">
      <Seats match={match} />
      <p class="muted">Its replay has been deleted.</p>
    </div>
  );
}
