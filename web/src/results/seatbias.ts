/** How often a difference between equal seats would be at least so large, in words; "all" only where that is certain. */
export function byChance(p: number): string {
  const differ = 'Equal seats would differ so much in';
  if (p < 0.001) return `${differ} fewer than one of 1,000 such tournaments.`;
  if (p < 0.1) return `${differ} one of ${Math.round(1 / p)} such tournaments.`;
  if (p === 1) return `${differ} all such tournaments.`;
  return `${differ} ${Math.min(99, Math.round(100 * p))} of 100 such tournaments.`;
}
