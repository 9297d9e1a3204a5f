import { get } from '../api/client';
import type { Game, Match } from '../api/types';
import { useAsync } from '../lib/async';
import { address } from '../lib/url';
import { BotLink, to } from './links';
import { Seats } from './matchseats';
import { StrengthText, strengthOf } from './strength';

/** A game with its leader and the board of its last match. */
export function GameCard({ game, version }: { game: Game; version: number }) {
  const { name } = game;
  const ratings = useAsync((signal) => get('/api/ratings/{game}', { game: name }, signal), [name], version);
  // Read once: a board that changes with each match of a tournament cannot be looked at.
  const matches = useAsync((signal) => get('/api/matches', { game: name, limit: 1 }, signal), [name]);
  const kept = useAsync(
    async (signal) => {
      const match = matches.data?.matches?.[0];
      return match && (await hasReplay(match.id, signal));
    },
    [name],
    matches.data ? 0 : -1,
  );
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
            <BotLink game={name} id={leader.bot} /> <StrengthText of={strengthOf(leader)} />
          </>
        ) : (
          <span class="muted">{ratings.data ? 'No rated bot yet.' : ' '}</span>
        )}
      </p>
      {last ? (
        <>
          <div class="picture">
            {kept.data && (
              <iframe
                src={`/embed/${last.id}/board#t=${last.turns}`}
                title={`${game.title}: the end of the latest match`}
                loading="lazy"
                tabIndex={-1}
              />
            )}
            {kept.data === false && <Result match={last} />}
          </div>
          <a href={to.match(last.id)}>Latest match</a> ·{' '}
          <a class="muted" href={to.matches({ game: name })}>
            {matches.data!.total.toLocaleString('en')} played
          </a>
        </>
      ) : (
        matches.data && <a href={`/matches/new?game=${name}`}>Play the first match</a>
      )}
    </li>
  );
}

/** Whether the replay of a match is still there: pruned ones have no board to show. */
async function hasReplay(id: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(address('/api/matches/{id}/record', { id }), { signal });
  await response.body?.cancel(); // the status is enough
  return response.status !== 410;
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
