import type { Mark } from '../games/renderer';

/** The turn under a point of a timeline that is so many pixels wide. */
export function turnAt(x: number, width: number, last: number): number {
  if (width <= 0) return 0;
  return Math.round((Math.min(Math.max(x, 0), width) / width) * last);
}

/** Where a position lies, 0 to 1. A match that has only its start is all start. */
export function placeOf(at: number, last: number): number {
  return last === 0 ? 0 : at / last;
}

/** A mark that is drawn, for all marks of one turn. */
export interface Pin {
  turn: number;
  kind: Mark['kind'];
  seat: number | undefined;
  text: string;
}

const WEIGHT: Record<Mark['kind'], number> = { fault: 4, capture: 3, kill: 2, score: 1, other: 0 };

/** One pin a turn, with the sign of the weightiest mark and the words of all. */
export function pins(marks: readonly Mark[][]): Pin[] {
  const list: Pin[] = [];
  marks.forEach((of, turn) => {
    const most = of.reduce<Mark | undefined>(
      (a, b) => (a && WEIGHT[a.kind] >= WEIGHT[b.kind] ? a : b),
      undefined,
    );
    if (most === undefined) return;
    const words = [...new Set(of.map((m) => m.text))];
    const more = words.length > 4 ? `; ${words.length - 4} more` : '';
    list.push({
      turn,
      kind: most.kind,
      seat: most.seat,
      text: `turn ${turn}: ${words.slice(0, 4).join('; ')}${more}`,
    });
  });
  return list;
}
