import type { Match } from '../api/types';

/**
 * How many milliseconds are left at the pace of the latest matches, newest first; undefined when too few were played
 * to know. A pause among them makes the pace slower than it is: the guess errs to the late side.
 */
export function remaining(latest: readonly Match[], played: number, total: number): number | undefined {
  if (latest.length < 5 || total === 0 || played >= total) return undefined;
  const newest = Date.parse(latest[0]!.played_at);
  const oldest = Date.parse(latest.at(-1)!.played_at);
  return ((newest - oldest) / (latest.length - 1)) * (total - played);
}
