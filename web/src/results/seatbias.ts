/** What a p-value says of a difference between the seats: how often equal seats would differ at least so much. */
export function byChance(p: number): string {
  const value = p < 0.001 ? 'p < 0.001' : `p = ${Math.min(p, p < 1 ? 0.99 : 1).toFixed(p < 0.1 ? 3 : 2)}`;
  const evidence = p < 0.01 ? 'Strong evidence' : p < 0.05 ? 'Evidence' : 'No evidence';
  return `${evidence} of a first-move advantage (${value}).`;
}
