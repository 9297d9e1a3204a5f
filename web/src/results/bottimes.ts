import type { Match } from '../api/types';

/** Times of a bot's answers over some matches, in milliseconds. */
export interface Times {
  matches: number;
  answers: number;
  wall: number;
  cpu: number;
  max: number;
  slowest: Match | undefined;
  seat: number; // of the slowest answer
}

/** Sums the times of a bot; in self-play both seats count. */
export function timesOf(matches: readonly Match[], bot: string): Times {
  const t: Times = {
    matches: matches.length,
    answers: 0,
    wall: 0,
    cpu: 0,
    max: 0,
    slowest: undefined,
    seat: 0,
  };
  for (const match of matches) {
    for (const [i, seat] of (match.seats ?? []).entries()) {
      if (seat.bot !== bot) continue;
      t.answers += seat.answers;
      t.wall += seat.wall_ms;
      t.cpu += seat.cpu_ms;
      if (seat.max_wall_ms <= t.max) continue;
      t.max = seat.max_wall_ms;
      t.slowest = match;
      t.seat = i;
    }
  }
  return t;
}

/** The time limits of first or of later answers that matches were played with, in ms, smallest first; 0 is none, and comes last. */
export function limitsOf(matches: readonly Match[], of: 'first_ms' | 'turn_ms'): number[] {
  const all = new Set(matches.flatMap((m) => m[of] ?? []));
  const key = (ms: number) => (ms === 0 ? Number.POSITIVE_INFINITY : ms);
  return [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
