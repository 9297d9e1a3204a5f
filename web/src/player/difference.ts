import type { Frame } from '../replay/model';

/**
 * The first turn in which two matches differ: in an answer, or in the position where nobody answered. Undefined while
 * neither differs; a match that ends before the other differs in the turn after its end.
 */
export function firstDifference(a: readonly Frame[], b: readonly Frame[]): number | undefined {
  const shorter = Math.min(a.length, b.length);
  for (let turn = 0; turn < shorter; turn++) if (differs(a[turn]!, b[turn]!)) return turn;
  return a.length === b.length ? undefined : shorter;
}

function differs(a: Frame, b: Frame): boolean {
  if (a.digest !== b.digest || a.seats.length !== b.seats.length) return true;
  return a.seats.some((seat, i) => {
    const other = b.seats[i]!;
    return seat.asked !== other.asked || (seat.answer ?? []).join('\n') !== (other.answer ?? []).join('\n');
  });
}
