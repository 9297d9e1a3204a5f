import type { Games } from '../api/types';

/** Wins, draws and losses: 12-1-3. */
export function record(games: Games): string {
  return `${games.wins}-${games.draws}-${games.losses}`;
}
