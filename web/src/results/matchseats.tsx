import type { Match } from '../api/types';
import { exact } from '../ui/format';
import { BotLink } from './links';

/** The bots of a match with rank and score, in order of seats. */
export function Seats({ match }: { match: Match }) {
  const played = match.state === 'played';
  return (
    <ol class="seats">
      {(match.seats ?? []).map((seat, i) => (
        <li key={i} class={played && seat.rank === 1 && match.seats!.length > 1 ? 'first' : undefined}>
          <BotLink game={match.game} id={seat.bot} />
          {played && <span class="score">{exact(seat.score)}</span>}
        </li>
      ))}
    </ol>
  );
}
