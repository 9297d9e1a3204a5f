import type { Frame, GameEvent } from '../../replay/model';
import type { View } from '.';

/** What the rules tell both seats, whoever sees it. */
const OPEN = new Set(['carry', 'drop', 'take', 'capture', 'end']);

type CtfEvent = GameEvent & { minion?: number; at?: [number, number] };

/**
 * Leaves of each frame what a seat is sent: its own minions and mines, the opponent's minions in sight, and the coins
 * that it sees, or saw when it looked there last. Frames come in order.
 */
export function veil(seat: number): (frame: Frame) => Frame {
  let coins: string[] | undefined;
  let before: number[] = []; // the opponent's minions in sight after the turn before
  return (frame) => {
    const view = frame.view as unknown as View;
    const own = view.seats[seat]!;
    const sees = (x: number, y: number) => own.sight[y]?.[x] === '+';
    coins = view.coins.map((row, y) =>
      [...row].map((now, x) => (sees(x, y) ? now : (coins?.[y]?.[x] ?? '.'))).join(''),
    );
    const known = new Set([...own.shown, ...before]);
    before = own.shown;
    const seats = view.seats.map((s, i) =>
      i === seat
        ? s
        : {
            ...s,
            alive: own.shown.length,
            sight: s.sight.map((row) => '.'.repeat(row.length)),
            minions: s.minions.map((m, id) => (own.shown.includes(id) ? m : { ...m, alive: false })),
          },
    );
    const events = (view.events as CtfEvent[] | null)?.filter((e) => {
      if (e.type === 'blast') return sees(...e.at!);
      if (e.seat === seat || OPEN.has(e.type)) return true;
      return e.type !== 'mine' && e.minion !== undefined && known.has(e.minion);
    });
    const mines = view.mines.filter((m) => m.seat === seat);
    const veiled = { ...view, seats, coins, mines, events: events ?? null };
    return { ...frame, view: veiled as unknown as Frame['view'] };
  };
}
