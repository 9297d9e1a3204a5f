import type { AnalysisReport, RankedCost } from '../api/types';
import type { Mark } from '../games/renderer';
import { beginOf } from './transport';

/** The answers that cost most by turn, in order. */
export type Mistakes = ReadonlyMap<number, readonly RankedCost[]>;

/** The answers that cost most, by turn. A judge that tells no costs has none. */
export function mistakesOf(report: AnalysisReport | undefined): Mistakes {
  const found = new Map<number, RankedCost[]>();
  if (report === undefined || report.values_only) return found;
  for (const c of [...(report.costs ?? [])].sort((a, b) => a.turn - b.turn)) {
    found.set(c.turn, [...(found.get(c.turn) ?? []), c]);
  }
  return found;
}

/** An answer that cost much as a mark on the timeline. */
export function mistakeMark(c: RankedCost, report: Measure): Mark {
  const better = c.best ? `; better ${c.best}` : '';
  const text = `${c.answer || 'no answer'} cost ${costInWords(c, report)}, ${c.sure}${better}`;
  return { kind: 'mistake', seat: c.seat, text };
}

/** What costs are measured in: what counts like a whole match, and the unit. */
type Measure = Pick<AnalysisReport, 'scale' | 'unit'>;

/** What an answer cost, with the unit: points of winning chance, HP. */
export function costInWords(c: RankedCost, { scale, unit }: Measure): string {
  return `${costText(c, scale)} ${unit}`;
}

/** What an answer cost, as a number of the unit. */
export function costText({ cost, error }: RankedCost, scale: number): string {
  const digits = scale === 1 ? 2 : scale < 100 ? 1 : 0;
  return `${cost.toFixed(digits)} ± ${error.toFixed(digits)}`;
}

/** The beginning of the turn of the next mistake after a position, or of the previous one. */
export function positionOfMistake(mistakes: Mistakes, at: number, by: 1 | -1): number | undefined {
  const positions = [...mistakes.keys()].map(beginOf);
  return by > 0 ? positions.find((p) => p > at) : positions.findLast((p) => p < at);
}

/** Where a match stood, by turn: after it, for the first seat. null where that is not known. */
export interface Advantage {
  values: readonly (number | null)[];
  range: readonly [low: number, high: number]; // 0 to 1 between seats, else that of the values
}

/** Where a match of some turns stood, as an analysis knows it, and at its end its result. */
export function advantageOf(report: AnalysisReport, last: number, seats: number): Advantage | undefined {
  const values: (number | null)[] = Array<null>(last + 1).fill(null);
  for (const { turn, value } of report.curve ?? []) if (turn <= last) values[turn - 1] = value;
  values[last] = report.results?.[0] ?? values[last]!;
  const known = values.filter((v) => v !== null);
  if (known.length === 0) return undefined;
  return { values, range: seats > 1 ? [0, 1] : [Math.min(...known), Math.max(...known)] };
}

/** The value in front of a position or, where it is not known, the last one that is known before it. */
export function advantageAt({ values }: Advantage, at: number): number | null {
  return values.slice(0, Math.floor(at) + 1).findLast((v) => v !== null) ?? null;
}

/** A value as a share of the range, from 0 to 1. */
export function shareOf({ range: [low, high] }: Advantage, value: number): number {
  return high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 1;
}
