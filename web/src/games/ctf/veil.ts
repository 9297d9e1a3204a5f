import { eventsOf } from '../../replay/model';
import type { Veil } from '../input';
import type { Event, View } from './types.gen';

/** Events that the rules always reveal to both seats. */
const PUBLIC: ReadonlySet<Event['type']> = new Set(['carry', 'drop', 'take', 'capture']);

/**
 * Hides what a seat is not sent. It keeps the seat's own minions and mines, the opponent's minions in sight, and the
 * coins as the seat saw each cell last.
 */
export function veil(seat: number): Veil<View> {
  let coins: string[] | undefined;
  let shownBefore: number[] = []; // the opponent's minions in sight after the previous turn
  return (frame) => {
    const { view } = frame;
    const own = view.seats[seat]!;
    const sees = (x: number, y: number) => own.sight[y]?.[x] === '+';
    coins = view.coins.map((row, y) =>
      [...row].map((now, x) => (sees(x, y) ? now : (coins?.[y]?.[x] ?? '.'))).join(''),
    );
    const known = new Set([...own.shown, ...shownBefore]);
    shownBefore = own.shown;
    const opponent = view.seats[1 - seat]!;
    const hidden = {
      ...opponent,
      alive: own.shown.length,
      sight: opponent.sight.map((row) => '.'.repeat(row.length)),
      minions: opponent.minions.map((m, id) => (own.shown.includes(id) ? m : { ...m, alive: false })),
    };
    const seats: View['seats'] = seat === 0 ? [own, hidden] : [hidden, own];
    const events = eventsOf(view).filter((e) => {
      if (e.type === 'blast') return sees(...e.at);
      if (PUBLIC.has(e.type) || e.type === 'end' || e.seat === seat) return true;
      return e.type !== 'mine' && e.type !== 'fault' && known.has(e.minion);
    });
    const mines = view.mines.filter((m) => m.seat === seat);
    return { ...frame, view: { ...view, seats, coins, mines, events } };
  };
}
