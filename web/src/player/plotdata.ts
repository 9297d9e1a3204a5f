import type { Series } from '../games/renderer';
import type { Frame } from '../replay/model';

/** One plot: its name and its lines over the same turns. */
export interface Plot {
  name: string;
  lines: PlotLine[];
}

export interface PlotLine {
  label: string;
  seat: number | undefined;
  dashed: boolean;
  values: (number | null)[];
}

/** The renderer's series, then time per turn, then the bots' metrics, one plot each; plots without values are omitted. */
export function plotsOf(
  frames: readonly Frame[],
  series: readonly Series[],
  seats: readonly string[],
): Plot[] {
  const plots = new Map<string, Plot>();
  const line = (
    plot: string,
    label: string,
    seat: number | undefined,
    value: (turn: number) => number | null,
  ) => {
    const values = frames.map((_, turn) => value(turn));
    if (values.every((v) => v === null)) return;
    if (!plots.has(plot)) plots.set(plot, { name: plot, lines: [] });
    plots.get(plot)!.lines.push({ label, seat, dashed: seat === 1, values });
  };
  for (const s of series) line(s.plot, s.label, s.seat, (turn) => s.value(frames, turn));
  seats.forEach((name, seat) => {
    line('time per turn, ms', name, seat, (turn) => {
      const s = frames[turn]!.seats[seat]!;
      return s.asked && s.wall_us !== undefined ? s.wall_us / 1000 : null;
    });
  });
  seats.forEach((name, seat) => {
    const metrics = new Set(frames.flatMap((f) => Object.keys(f.seats[seat]?.metrics ?? {})));
    for (const metric of [...metrics].sort()) {
      line(metric, name, seat, (turn) => frames[turn]!.seats[seat]?.metrics?.[metric] ?? null);
    }
  });
  return [...plots.values()];
}

/**
 * The plots of two matches on top of each other: A's lines solid, B's dashed. Colours distinguish the matches if they
 * have one seat, else the seats. A curve ends where its match does.
 */
export function merged(a: readonly Plot[], b: readonly Plot[]): Plot[] {
  const names = [...new Set([...a, ...b].map((p) => p.name))];
  const all = [...a, ...b].flatMap((p) => p.lines);
  const turns = Math.max(0, ...all.map((l) => l.values.length));
  const solo = all.every((l) => l.seat !== 1);
  const side = (plots: readonly Plot[], name: string, dashed: boolean): PlotLine[] =>
    (plots.find((p) => p.name === name)?.lines ?? []).map((l) => ({
      label: `${dashed ? 'B' : 'A'} ${l.label}`,
      seat: solo ? Number(dashed) : l.seat,
      dashed,
      values: [...l.values, ...Array<null>(turns - l.values.length).fill(null)],
    }));
  return names.map((name) => ({ name, lines: [...side(a, name, false), ...side(b, name, true)] }));
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const LONG = 100_000; // from here on numbers are shortened: 1.25M

/** The labels of an axis's ticks: compact for large numbers, if the labels stay distinct. */
export function axisLabels(marks: readonly number[]): string[] {
  const exact = marks.map((mark) => whole.format(mark));
  if (marks.every((mark) => Math.abs(mark) < LONG)) return exact;
  const short = marks.map((mark) => compact.format(mark));
  return new Set(short).size === marks.length ? short : exact;
}
