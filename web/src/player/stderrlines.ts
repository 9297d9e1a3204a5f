import type { Frame } from '../replay/model';

/** A line that a bot wrote to stderr. */
export interface StderrLine {
  turn: number;
  seat: number;
  text: string;
}

/** Which lines are shown. */
export interface StderrFilter {
  seat: number | null; // null for all
  search: string; // in any case of letters; empty for all
  hideTags: boolean; // leaves out the lines that draw on the board or name a metric
}

const TAG = /^\s*@(draw|metric)\b/;

/** The lines of frames that pass a filter, in order. */
export function stderrLines(
  frames: readonly Frame[],
  { seat, search, hideTags }: StderrFilter,
): StderrLine[] {
  const wanted = search.toLowerCase();
  const lines: StderrLine[] = [];
  for (const frame of frames) {
    frame.seats.forEach((s, i) => {
      if (!s.stderr || (seat !== null && seat !== i)) return;
      for (const text of s.stderr.replace(/\n$/, '').split('\n')) {
        if (hideTags && TAG.test(text)) continue;
        if (wanted === '' || text.toLowerCase().includes(wanted))
          lines.push({ turn: frame.turn, seat: i, text });
      }
    });
  }
  return lines;
}
