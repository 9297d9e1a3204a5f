import type { Point, Rating } from '../api/types';
import type { Curve } from '../ui/chart';

const TOKENS = ['accent', 'seat-0', 'seat-1', 'coin', 'good', 'ice'] as const;
const DASHES = [[], [6, 3], [2, 3], [9, 3, 2, 3], [12, 4], [4, 6]] as const;

/** The largest number of bots in a rating history; more curves are indistinguishable. */
export const MOST_CURVES = TOKENS.length;

/** The curves of the bots over the points of a history. A bot has no value before its first match. */
export function historyCurves(points: readonly Point[], bots: readonly string[]): Curve[] {
  const shown = bots.slice(0, MOST_CURVES);
  const maps = points.map((p) => new Map((p.ratings ?? []).map((r) => [r.bot, r])));
  return shown.map((bot, i) => ({
    name: bot,
    token: TOKENS[i]!,
    dash: DASHES[i]!,
    values: maps.map((m) => ratingOf(m.get(bot))[0]),
    errors: maps.map((m) => ratingOf(m.get(bot))[1]),
  }));
}

/** Whether the points are of a solo game, in which bots are ranked by score. */
export function areScores(points: readonly Point[]): boolean {
  return points.some((p) => (p.ratings ?? []).some((r) => r.score !== undefined));
}

/** What a bot is ranked by at a point, and half of its 95 % interval. */
export function ratingOf(r: Rating | undefined): [number | null, number | null] {
  if (r?.score !== undefined) return [r.score, r.score_error95 ?? null];
  return [r?.elo ?? null, r?.elo_error95 ?? null];
}
