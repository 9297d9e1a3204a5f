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
const MOST = 10; // turning points
const BEFORE = 2; // turns shown before a turning point
const AFTER = 1; // and after it
const SWING = 5; // the weight of the largest change of the score; that of a fault is 4
const LEAST_SWING = 0.25; // of the largest: smaller ones are no turning points

/**
 * The turns worth watching, in order: faults, captures, kills and the largest changes of the score, the
 * weightiest first, ten at most and until a minute is full.
 */
export function turningPoints(
  frames: readonly Frame[],
  marks: readonly Mark[][],
  series: readonly Series[],
  stepsOf: (turn: number) => number,
): TurningPoint[] {
  const { plot, duel, swings } = swingsOf(frames, series);
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
    const by = swings[turn]!;
    const sign = by > 0 || duel ? '+' : '−';
    const words = `${duel ? `lead, ${plot}` : plot} ${sign}${Math.abs(by).toLocaleString('en')}`;
    const ahead = duel ? Number(by < 0) : undefined; // the seat that gains
    const seat = mark ? mark.seat : ahead;
    found.push({
      weight,
      point: { turn, kind: mark?.kind ?? 'score', seat, text: mark?.text ?? words, from, to },
    });
  }
  found.sort((a, b) => b.weight - a.weight || a.point.turn - b.point.turn);
  const shown = new Set<number>(); // turns of the parts
  const points: TurningPoint[] = [];
  let left = BUDGET_MS;
  for (const { point } of found) {
    const fresh: number[] = [];
    for (let t = point.from + 1; t <= point.to; t++) if (!shown.has(t)) fresh.push(t);
    const cost = fresh.reduce((sum, t) => sum + turnMs(stepsOf(t)), 0);
    if (cost > left || points.length === MOST) break;
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

/** The change in each turn of the lead of seat 0 in the first plot or, with one seat, of its value. */
function swingsOf(
  frames: readonly Frame[],
  series: readonly Series[],
): { plot: string; duel: boolean; swings: number[] } {
  const plot = series[0]?.plot ?? '';
  const of = (seat: number) => series.find((s) => s.plot === plot && s.seat === seat);
  const [mine, other] = [of(0), of(1)];
  const lead = (turn: number) => (mine?.value(frames, turn) ?? 0) - (other?.value(frames, turn) ?? 0);
  let before = frames.length > 0 ? lead(0) : 0;
  const swings = frames.map((_, turn) => {
    const now = lead(turn);
    const swing = now - before;
    before = now;
    return swing;
  });
  return { plot, duel: other !== undefined, swings };
}

/** The next marked turn after a position, or the previous one before it; undefined where there is none. */
export function eventAt(marks: readonly Mark[][], at: number, by: 1 | -1): number | undefined {
  const turns = marks.flatMap((of, turn) => (of.length > 0 ? [turn] : []));
  return by > 0 ? turns.find((turn) => turn > at) : turns.findLast((turn) => turn < at);
}
