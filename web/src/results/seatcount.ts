import type { Game } from '../api/types';

/** How many seats a game has: 1, or 2–4. */
export function seatsOf(game: Game): string {
  return game.min_seats === game.max_seats ? `${game.max_seats}` : `${game.min_seats}–${game.max_seats}`;
}
