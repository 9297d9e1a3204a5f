import type { Games } from '../api/types';
import type { Params } from '../lib/url';
import { to } from './links';

/** Wins, draws and losses: 12-1-3. */
export function record(games: Games): string {
  return `${games.wins}-${games.draws}-${games.losses}`;
}

/** How many matches there were. */
export function total({ wins, draws, losses }: Games): number {
  return wins + draws + losses;
}

/** The share of the points of all matches, those of starts that are not complete too; null without any. */
export function points(games: Games): number | null {
  const all = total(games);
  return all === 0 ? null : (games.wins + games.draws / 2) / all;
}

/** Wins, draws and losses as links to the matches of a bot; of selects them further. */
export function Record({ games, bot, of }: { games: Games; bot: string; of: Params }) {
  const link = (result: string, n: number, words: string) =>
    n === 0 ? (
      '0'
    ) : (
      <a href={to.matches({ ...of, bot, result })} aria-label={`${n} ${words}`}>
        {n}
      </a>
    );
  return (
    <span class="record">
      {link('won', games.wins, 'won')}-{link('drawn', games.draws, 'drawn')}-
      {link('lost', games.losses, 'lost')}
    </span>
  );
}
