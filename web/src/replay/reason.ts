import type { Fault } from './model';

/** The reason of a result in words: underscores are spaces, and a forfeit says by which faults. Filters want it raw. */
export function reasonText(
  reason: string,
  faults?: readonly Pick<Fault, 'kind' | 'forgiven'>[] | null,
): string {
  const words = reason.replaceAll('_', ' ');
  if (!reason.endsWith('forfeit')) return words;
  const kinds = new Set((faults ?? []).filter((f) => !f.forgiven).map((f) => f.kind));
  return kinds.size > 0 ? `${words}: ${[...kinds].join(', ')}` : words;
}
