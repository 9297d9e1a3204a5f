import type { Mark } from '../games/renderer';

/** The turn at pixel x of a timeline with the given width. */
export function turnAt(x: number, width: number, last: number): number {
  if (width <= 0) return 0;
  return Math.round((Math.min(Math.max(x, 0), width) / width) * last);
}

/** The relative position of a turn, 0 to 1; 0 when the match has only its start. */
export function placeOf(at: number, last: number): number {
  return last === 0 ? 0 : at / last;
}

/** The pin that represents all marks of one turn. */
export interface Pin {
  turn: number;
  kind: Mark['kind'];
  seat: number | undefined;
  text: string;
}

/** How important the kinds of marks are. */
export const WEIGHT: Record<Mark['kind'], number> = {
  fault: 4,
  mistake: 3.5,
  capture: 3,
  kill: 2,
  score: 1,
  other: 0,
};

/** One pin per turn, with the symbol of the most important mark and the text of all. */
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
