import type { AnalysedTurn, AnalysisReport } from '../api/types';
import type { Mark } from '../games/renderer';
import type { Frame, SeatInfo } from '../replay/model';
import { type Plot, type PlotLine, plotsOf } from './plotdata';

/** The metric by which a bot judges its position. */
export const EVAL = 'eval';

const HARMLESS = ['best', 'fine'];

/** The mistakes of a report by turn, in order. */
export type Mistakes = ReadonlyMap<number, readonly AnalysedTurn[]>;

/** The answers that are marked as mistakes. */
export function mistakesOf(report: AnalysisReport | undefined): Mistakes {
  const found = new Map<number, AnalysedTurn[]>();
  for (const t of report?.turns ?? []) {
    if (t.mark === null || HARMLESS.includes(t.mark)) continue;
    found.set(t.turn, [...(found.get(t.turn) ?? []), t]);
  }
  return found;
}

/** Whether the judge tells no costs of answers, however long it thinks, and no errors of its values. */
export function valuesOnly({ turns }: AnalysisReport): boolean {
  return (turns ?? []).some((t) => t.value !== null && t.error === null);
}

const MISTAKE = 0.1; // of the scale

/**
 * The answer that seems to have cost most of those that have no mark, as it is not known well enough: more than its
 * error or, by pairs of matches, as much as a mistake.
 */
export function suspectOf(report: AnalysisReport): AnalysedTurn | undefined {
  const open = (report.turns ?? []).filter(
    ({ mark, regret, regret_error, pairs }) =>
      mark === null &&
      regret !== null &&
      (regret > regret_error! || ((pairs ?? 0) > 0 && regret >= MISTAKE * report.scale)),
  );
  return open.sort((a, b) => b.regret! - a.regret!)[0];
}

/** A mistake as a mark on the timeline. */
export function mistakeMark(t: AnalysedTurn, report: Measure): Mark {
  const text = `${t.mark}: ${t.answer || 'no answer'} cost ${costInWords(t, report)}; better ${t.best}`;
  return { kind: 'mistake', seat: t.seat, text };
}

/** What costs are measured in: what counts like a whole match, and the unit. */
type Measure = Pick<AnalysisReport, 'scale' | 'unit'>;

/** What an answer cost, with the unit: points of winning chance, HP. */
export function costInWords(t: AnalysedTurn, { scale, unit }: Measure): string {
  return `${cost(t, scale)} ${unit}`;
}

/** What an answer cost, as a number of the unit. */
export function cost(t: AnalysedTurn, scale: number): string {
  const digits = scale === 1 ? 2 : scale < 100 ? 1 : 0;
  return `${t.regret!.toFixed(digits)} ± ${t.regret_error!.toFixed(digits)}`;
}

/** The position in front of the next mistake after a position, or of the previous one. */
export function positionOfMistake(mistakes: Mistakes, at: number, by: 1 | -1): number | undefined {
  const positions = [...mistakes.keys()].map((turn) => turn - 1);
  return by > 0 ? positions.find((p) => p > at) : positions.findLast((p) => p < at);
}

/** The judge's value of each position by seat, and the plots of what the bots call their evaluation. */
export function evaluationPlots(
  report: AnalysisReport,
  frames: readonly Frame[],
  seats: readonly SeatInfo[],
): Plot[] {
  const lines: PlotLine[] = seats.map(({ name }, seat) => ({
    label: name,
    seat,
    dashed: seat === 1,
    values: frames.map(() => null),
  }));
  for (const t of report.turns ?? []) {
    const line = lines[t.seat];
    if (line && t.value !== null && t.turn <= line.values.length) line.values[t.turn - 1] = t.value;
  }
  const known = lines.filter((l) => l.values.some((v) => v !== null));
  const name = report.scale === 1 ? "judge's win probability" : `judge's expected score, ${report.unit}`;
  return [
    ...(known.length > 0
      ? [{ name, lines: known, ...(report.scale === 1 && { range: [0, 1] as const }) }]
      : []),
    ...plotsOf(frames, [], seats)
      .filter((p) => p.name === EVAL)
      .map((p) => ({ ...p, name: `@metric ${EVAL} of the bots` })),
  ];
}
