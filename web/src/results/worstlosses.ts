import type { Match } from '../api/types';
import type { Ratings } from './upsets';

/** The losses of a bot, weakest opponent first; in a solo game its matches, lowest score first. */
export function worstOf(matches: readonly Match[], bot: string, elo: Ratings): Match[] {
  const score = (m: Match) => m.seats!.find((s) => s.bot === bot)!.score;
  const played = matches.filter((m) => m.seats?.some((s) => s.bot === bot));
  const solo = played.filter((m) => m.seats!.length === 1);
  if (solo.length > 0) return solo.sort((a, b) => score(a) - score(b));
  const opponent = (m: Match) => elo.get(m.seats!.find((s) => s.rank === 1)!.bot) ?? 0;
  return played
    .filter((m) => m.seats!.some((s) => s.bot === bot && s.rank > 1))
    .sort((a, b) => opponent(a) - opponent(b));
}
