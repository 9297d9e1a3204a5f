import type { AnalysedTurn, AnalysisReport, RankedCost } from '../api/types';
import type { Mark } from '../games/renderer';
import type { Frame, SeatInfo } from '../replay/model';
import { type Plot, type PlotLine, plotsOf } from './plotdata';
import { beginOf } from './transport';

/** The metric by which a bot judges its position. */
export const EVAL = 'eval';

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

/** The curve of a match, one line for all seats, and the plots of what the bots call their evaluation. */
export function evaluationPlots(
  report: AnalysisReport,
  frames: readonly Frame[],
  seats: readonly SeatInfo[],
): Plot[] {
  const line: PlotLine = { label: seats[0]!.name, seat: 0, dashed: false, values: frames.map(() => null) };
  for (const { turn, value } of report.curve ?? []) {
    if (turn <= line.values.length) line.values[turn - 1] = value;
  }
  const chance = seats.length > 1;
  const name = chance ? 'Expected result' : `Expected score, ${report.unit}`;
  return [
    ...(report.curve?.length ? [{ name, lines: [line], ...(chance && { range: [0, 1] as const }) }] : []),
    ...plotsOf(frames, [], seats)
      .filter((p) => p.name === EVAL)
      .map((p) => ({ ...p, name: `@metric ${EVAL} of the bots` })),
  ];
}
