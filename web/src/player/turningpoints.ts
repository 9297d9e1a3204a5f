import type { Mark, Series } from '../games/renderer';
import type { Frame } from '../replay/model';
import { WEIGHT } from './timeline';
import { turnMs } from './transport';

/** A turn worth watching, with the part of the match around it. */
export interface TurningPoint {
  turn: number;
  kind: Mark['kind'];
  seat: number | undefined;
  text: string;
  from: number;
  to: number;
}

const BUDGET_MS = 60_000; // all parts together, at 1x
const BEFORE = 2; // turns shown before a turning point
const AFTER = 1; // and after it
const SWING = 5; // the weight of the largest change of the score; that of a fault is 4
const LEAST_SWING = 0.1; // of the largest: smaller ones are no turning points

/**
 * The turns at which a match was decided, in order: faults, captures, kills and the largest changes of the score, the
 * weightiest first until a minute is full.
 */
export function turningPoints(
  frames: readonly Frame[],
  marks: readonly Mark[][],
  series: readonly Series[],
  stepsOf: (turn: number) => number,
): TurningPoint[] {
  const swings = swingsOf(frames, series);
  const largest = Math.max(0, ...swings.map(Math.abs));
  const found: { weight: number; point: TurningPoint }[] = [];
  const last = frames.length - 1;
  for (let turn = 1; turn <= last; turn++) {
    const swing = largest > 0 ? swings[turn]! / largest : 0;
    const mark = (marks[turn] ?? []).reduce<Mark | undefined>(
      (a, b) => (a && WEIGHT[a.kind] >= WEIGHT[b.kind] ? a : b),
      undefined,
    );
    const notable = mark !== undefined && WEIGHT[mark.kind] >= WEIGHT.kill;
    if (!notable && Math.abs(swing) < LEAST_SWING) continue;
    const weight = (mark ? WEIGHT[mark.kind] : 0) + SWING * Math.abs(swing);
    const [from, to] = [Math.max(0, turn - 1 - BEFORE), Math.min(last, turn + AFTER)];
    const text = mark?.text ?? `score ${swings[turn]! > 0 ? '+' : '−'}${Math.abs(swings[turn]!)}`;
    found.push({ weight, point: { turn, kind: mark?.kind ?? 'score', seat: mark?.seat, text, from, to } });
  }
  found.sort((a, b) => b.weight - a.weight || a.point.turn - b.point.turn);
  const shown = new Set<number>(); // turns of the parts
  const points: TurningPoint[] = [];
  let left = BUDGET_MS;
  for (const { point } of found) {
    const fresh: number[] = [];
    for (let t = point.from + 1; t <= point.to; t++) if (!shown.has(t)) fresh.push(t);
    const cost = fresh.reduce((sum, t) => sum + turnMs(stepsOf(t)), 0);
    if (cost > left) break;
    left -= cost;
    for (const t of fresh) shown.add(t);
    points.push(point);
  }
  return points.sort((a, b) => a.turn - b.turn);
}

/** The parts of turning points, with those that overlap joined. */
export function partsOf(points: readonly TurningPoint[]): [from: number, to: number][] {
  const parts: [number, number][] = [];
  for (const { from, to } of points) {
    const last = parts[parts.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else parts.push([from, to]);
  }
  return parts;
}

/** The change of the lead of seat 0 in each turn; with one seat, of its score. */
function swingsOf(frames: readonly Frame[], series: readonly Series[]): number[] {
  const plot = series.find((s) => s.plot === 'score')?.plot ?? series[0]?.plot;
  const of = (seat: number) => series.find((s) => s.plot === plot && s.seat === seat);
  const lead = (turn: number) => (of(0)?.value(frames, turn) ?? 0) - (of(1)?.value(frames, turn) ?? 0);
  let before = frames.length > 0 ? lead(0) : 0;
  return frames.map((_, turn) => {
    const now = lead(turn);
    const swing = now - before;
    before = now;
    return swing;
  });
}

/** The next marked turn after a position, or the previous one before it; undefined where there is none. */
export function eventAt(marks: readonly Mark[][], at: number, by: 1 | -1): number | undefined {
  const turns = marks.flatMap((of, turn) => (of.length > 0 ? [turn] : []));
  return by > 0 ? turns.find((turn) => turn > at) : turns.findLast((turn) => turn < at);
}
