import type { AnalysedTurn, AnalysisReport } from '../api/types';
import type { Mark } from '../games/renderer';
import type { Frame, SeatInfo } from '../replay/model';
import { type Plot, type PlotLine, plotsOf } from './plotdata';

const HARMLESS = ['best', 'fine'];

/** The turns whose answers are marked as mistakes, in order. */
export function mistakes(report: AnalysisReport | undefined): AnalysedTurn[] {
  return (report?.turns ?? []).filter((t) => t.mark !== null && !HARMLESS.includes(t.mark));
}

/** The mistakes of one turn. */
export function mistakesAt(report: AnalysisReport | undefined, turn: number): AnalysedTurn[] {
  return mistakes(report).filter((t) => t.turn === turn);
}

/** The mistakes of a turn as marks on the timeline. */
export function mistakeMarks(report: AnalysisReport | undefined, turn: number): Mark[] {
  return mistakesAt(report, turn).map((t) => ({
    kind: 'mistake',
    seat: t.seat,
    text: `${t.mark}: ${t.answer || 'no answer'} cost ${cost(t, report!.scale)}; better ${t.best}`,
  }));
}

/** What an answer cost: a share of a win, or points. */
export function cost(t: AnalysedTurn, scale: number): string {
  const digits = scale === 1 ? 2 : scale < 100 ? 1 : 0;
  return `${t.regret!.toFixed(digits)} ± ${t.regret_error!.toFixed(digits)}`;
}

/** The position in front of the next mistake after a position, or of the previous one. */
export function positionOfMistake(
  report: AnalysisReport | undefined,
  at: number,
  by: 1 | -1,
): number | undefined {
  const positions = mistakes(report).map((t) => t.turn - 1);
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
  const name = report.scale === 1 ? "judge's win probability" : "judge's expected score";
  return [
    ...(known.length > 0 ? [{ name, lines: known }] : []),
    ...plotsOf(frames, [], seats).filter((p) => p.name === 'eval'),
  ];
}
