import type { AnalysedTurn, AnalysisReport, RankedCost } from '../api/types';
import type { Mark } from '../games/renderer';
import { beginOf } from './transport';

/** One of the answers that cost most, with its turn. */
export interface Costly {
  cost: RankedCost;
  turn: AnalysedTurn;
}

/** The answers that cost most, the costliest first. */
export function costliest(report: AnalysisReport | undefined): Costly[] {
  return (report?.costs ?? []).flatMap((cost) => {
    const turn = report!.turns?.find((t) => t.turn === cost.turn && t.seat === cost.seat);
    return turn === undefined ? [] : [{ cost, turn }];
  });
}

/** The answers that cost most by turn, in order. */
export type Mistakes = ReadonlyMap<number, readonly Costly[]>;

/** The answers that cost most, by turn. A judge that tells no costs has none. */
export function mistakesOf(report: AnalysisReport | undefined): Mistakes {
  const found = new Map<number, Costly[]>();
  if (report === undefined || valuesOnly(report)) return found;
  for (const c of costliest(report).sort((a, b) => a.cost.turn - b.cost.turn)) {
    found.set(c.cost.turn, [...(found.get(c.cost.turn) ?? []), c]);
  }
  return found;
}

/** Whether the judge tells no costs of answers, however long it thinks, and no errors of its values. */
export function valuesOnly({ turns }: AnalysisReport): boolean {
  return (turns ?? []).some((t) => t.value !== null && t.error === null);
}

/** An answer that cost much as a mark on the timeline. */
export function mistakeMark({ cost, turn }: Costly, report: Measure): Mark {
  const better = turn.best ? `; better ${turn.best}` : '';
  const text = `${turn.answer || 'no answer'} cost ${costInWords(cost, report)}, ${cost.sure}${better}`;
  return { kind: 'mistake', seat: cost.seat, text };
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
