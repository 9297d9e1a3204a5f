import type { Point } from '../api/types';

/** How a bot's rating has changed since about half of the matches: null where it had none then. */
export function trendOf(points: readonly Point[], bot: string): number | null {
  const last = points.at(-1);
  const before = points.findLast((p) => last !== undefined && p.matches <= last.matches / 2);
  const value = (p?: Point) => {
    const rating = p?.ratings?.find((r) => r.bot === bot);
    return rating?.score ?? rating?.elo;
  };
  const [from, to] = [value(before), value(last)];
  return from == null || to == null ? null : to - from;
}
