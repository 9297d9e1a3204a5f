import type { Fault } from './model';

/** The reason of a match for people: behind "forfeit", what went wrong, such as "forfeit: crash". */
export function reasonText(
  reason: string,
  faults: readonly Pick<Fault, 'kind' | 'forgiven'>[] | null | undefined,
): string {
  if (!reason.endsWith('forfeit')) return reason;
  const kinds = new Set((faults ?? []).filter((f) => !f.forgiven).map((f) => f.kind));
  return kinds.size > 0 ? `${reason}: ${[...kinds].join(', ')}` : reason;
}
