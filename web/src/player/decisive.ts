import { useEffect } from 'preact/hooks';
import { get } from '../api/client';
import type { AnalysisReport } from '../api/types';
import type { Board } from '../games/renderer';
import type { Frame } from '../replay/model';
import { EVAL } from './analysis';
import type { Player } from './player';

/**
 * The turn in which a match was decided against a seat, by the first of these that tells one: a fault; the seat's costliest
 * marked answer by the judge, else the one after which the judge's value falls most; the largest fall of what the bot itself
 * reports as "@metric eval"; the answer from which to its next one the game's swing falls most. It is a turn in which the
 * seat was asked; the first one where none tells.
 */
export function decisiveTurn(
  frames: readonly Frame[],
  board: Pick<Board, 'swing'>,
  seat: number,
  report?: AnalysisReport,
): number {
  const fault = frames.findIndex((f) => {
    const of = f.seats[seat]?.fault;
    return of !== undefined && !of.forgiven;
  });
  if (fault >= 0) return fault;
  const asked = frames.flatMap((f, turn) => (f.seats[seat]?.asked ? [turn] : []));
  const evals = asked.map((turn) => frames[turn]!.seats[seat]?.metrics?.[EVAL] ?? null);
  const evalFall = largestFall(evals)?.to;
  const before = asked.map((turn) => board.swing(frames, Math.max(0, turn - 1), seat));
  const swingFall = largestFall(before)?.from;
  return (
    judgedTurn(asked, seat, report) ??
    (evalFall === undefined ? undefined : asked[evalFall]) ??
    (swingFall === undefined ? undefined : asked[swingFall]) ??
    asked[0] ??
    0
  );
}

/** The asked turn of a seat's costliest marked answer, else the one from which the judge's value falls by more than its error. */
function judgedTurn(asked: readonly number[], seat: number, report?: AnalysisReport): number | undefined {
  const worst = report?.worst?.find((w) => w.seat === seat && asked.includes(w.turn));
  if (worst) return worst.turn;
  const own = (report?.turns ?? []).filter(
    (t) => t.seat === seat && asked.includes(t.turn) && t.value !== null,
  );
  const fall = largestFall(own.map((t) => t.value));
  if (fall === undefined) return undefined;
  const [from, to] = [own[fall.from]!, own[fall.to]!];
  const error = Math.hypot(from.error ?? 0, to.error ?? 0);
  return from.value! - to.value! > error ? from.turn : undefined;
}

/** The largest fall from one value to the next, by their indices, the later one of equal ones; undefined without any. */
export function largestFall(values: readonly (number | null)[]): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  let most = 0;
  let from: number | undefined;
  values.forEach((value, to) => {
    if (value === null) return;
    const fall = from === undefined ? 0 : values[from]! - value;
    if (fall > 0 && fall >= most) {
      most = fall;
      found = { from: from!, to };
    }
    from = to;
  });
  return found;
}

/** The hash that opens a match at its decisive turn. */
export const DECISIVE = 't=decisive';

/**
 * Follows "#t=decisive&seat=1": seeks to the turn in which a stored match was decided against the seat, once it is read and
 * it is known what an analysis says.
 */
export function useDecisive(player: Player, id: string): void {
  useEffect(() => {
    if (!location.hash.includes(DECISIVE)) return;
    const seat = Number(new URLSearchParams(location.hash.slice(1)).get('seat') ?? 0);
    const aborted = new AbortController();
    let stop = () => {};
    const follow = (report?: AnalysisReport) => {
      if (aborted.signal.aborted) return;
      const seek = () => {
        const { replay, board } = player;
        if (board === undefined || replay.footer === undefined) return;
        stop();
        player.startAt(decisiveTurn(replay.frames, board, seat, report));
      };
      stop = player.subscribe(seek);
      seek();
    };
    get('/api/matches/{id}/analysis', { id }, aborted.signal).then(
      ({ report }) => follow(report),
      () => follow(), // a match without an analysis has a decisive turn, too
    );
    return () => {
      aborted.abort();
      stop();
    };
  }, [player, id]);
}
