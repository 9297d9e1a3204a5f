import { useEffect } from 'preact/hooks';
import type { Board } from '../games/renderer';
import type { Frame } from '../replay/model';
import { EVAL } from './analysis';
import type { Player } from './player';

/**
 * The turn in which a match was decided against a seat: of its fault, else the one that lost most of the game's
 * swing, or of what the bot itself reports as "@metric eval". The last turn where nothing was lost.
 */
export function decisiveTurn(frames: readonly Frame[], board: Pick<Board, 'swing'>, seat: number): number {
  const last = frames.length - 1;
  const fault = frames.findIndex((f) => {
    const of = f.seats[seat]?.fault;
    return of !== undefined && !of.forgiven;
  });
  if (fault >= 0) return fault;
  const own = frames.map((f) => f.seats[seat]?.metrics?.[EVAL] ?? null);
  const judged = own.filter((v) => v !== null).length > 1;
  const values = judged ? own : frames.map((_, turn) => board.swing(frames, turn, seat));
  return largestFall(values) ?? last;
}

/** The index of the largest fall from one value to the next, the later one of equal ones; undefined without any. */
export function largestFall(values: readonly (number | null)[]): number | undefined {
  let found: number | undefined;
  let most = 0;
  let before: number | null = null;
  values.forEach((value, i) => {
    if (value === null) return;
    if (before !== null && before - value > 0 && before - value >= most) {
      most = before - value;
      found = i;
    }
    before = value;
  });
  return found;
}

/** The hash that opens a match at its decisive turn. */
export const DECISIVE = 't=decisive';

/** Follows "#t=decisive&seat=1": seeks to the turn in which the match was decided against the seat, once it is read. */
export function useDecisive(player: Player): void {
  useEffect(() => {
    if (!location.hash.includes(DECISIVE)) return;
    const seat = Number(new URLSearchParams(location.hash.slice(1)).get('seat') ?? 0);
    let stop = () => {};
    const seek = () => {
      const { replay, board } = player;
      if (board === undefined || replay.footer === undefined) return;
      stop();
      player.startAt(decisiveTurn(replay.frames, board, seat));
    };
    stop = player.subscribe(seek);
    seek();
    return () => stop();
  }, [player]);
}
