import type { Frame } from '../replay/model';

/**
 * The first turn in which two matches are played differently. The game says what was played: how an answer is written
 * and what it says beside its act does not count. Undefined while neither differs; a match that ends before the other
 * differs in the turn after its end.
 */
export function firstDifference(a: readonly Frame[], b: readonly Frame[]): number | undefined {
  const shorter = Math.min(a.length, b.length);
  for (let turn = 0; turn < shorter; turn++) if (played(a[turn]!) !== played(b[turn]!)) return turn;
  return a.length === b.length ? undefined : shorter;
}

function played(frame: Frame): string {
  return frame.play ?? frame.digest;
}
