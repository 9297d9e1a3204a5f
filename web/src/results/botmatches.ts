import type { Match } from '../api/types';
import type { Ratings } from './upsets';

/** Times of a bot's answers over some matches, in milliseconds. */
export interface Times {
  matches: number;
  answers: number;
  wall: number;
  cpu: number;
  max: number;
  slowest: Match | undefined;
}

/** Sums the times of a bot; in self-play both seats count. */
export function timesOf(matches: readonly Match[], bot: string): Times {
  const t: Times = { matches: matches.length, answers: 0, wall: 0, cpu: 0, max: 0, slowest: undefined };
  for (const match of matches) {
    for (const seat of match.seats ?? []) {
      if (seat.bot !== bot) continue;
      t.answers += seat.answers;
      t.wall += seat.wall_ms;
      t.cpu += seat.cpu_ms;
      if (seat.max_wall_ms <= t.max) continue;
      t.max = seat.max_wall_ms;
      t.slowest = match;
    }
  }
  return t;
}

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
