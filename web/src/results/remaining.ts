import type { Match } from '../api/types';

/**
 * Estimates the remaining time in milliseconds from the pace of the latest matches, newest first; undefined when too
 * few were played. A pause among them lowers the measured pace, so that the estimate is too high rather than too low.
 */
export function remaining(latest: readonly Match[], played: number, total: number): number | undefined {
  if (latest.length < 5 || total === 0 || played >= total) return undefined;
  const newest = Date.parse(latest[0]!.played_at);
  const oldest = Date.parse(latest.at(-1)!.played_at);
  return ((newest - oldest) / (latest.length - 1)) * (total - played);
}
