import type { Match } from '../api/types';

/** The Elo of each bot of a game; null when unrated. */
export type Ratings = ReadonlyMap<string, number | null>;

/** A match won by a clear underdog. */
export interface Upset {
  match: Match;
  winner: string;
  chance: number;
}

const SURPRISE = 0.25;

/** The upsets among two-seat matches, least expected first. */
export function upsetsOf(matches: readonly Match[], games: ReadonlyMap<string, Ratings>): Upset[] {
  const upsets: Upset[] = [];
  for (const match of matches) {
    const seats = match.seats ?? [];
    const winner = seats.find((s) => s.rank === 1);
    const loser = seats.find((s) => s.rank === 2);
    if (match.state !== 'played' || seats.length !== 2 || !winner || !loser) continue;
    const ratings = games.get(match.game);
    const elo = ratings?.get(winner.bot);
    const other = ratings?.get(loser.bot);
    if (typeof elo !== 'number' || typeof other !== 'number') continue;
    const chance = expected(elo, other);
    if (chance < SURPRISE) upsets.push({ match, winner: winner.bot, chance });
  }
  return upsets.sort((a, b) => a.chance - b.chance);
}

/** The expected share of points of a rating against another. */
export function expected(elo: number, other: number): number {
  return 1 / (1 + 10 ** ((other - elo) / 400));
}
