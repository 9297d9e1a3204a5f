import type { SeatTurn } from '../replay/model';

/** Whose turn it is instead, for a seat that is not asked. */
export function idle(among: readonly SeatTurn[]): string {
  if (!among.some((s) => s.asked)) return "nobody's turn";
  return among.length === 2 ? "opponent's turn" : "another seat's turn";
}
