import type { Series } from '../games/renderer';
import { type Frame, HUMAN, type SeatInfo } from '../replay/model';
import { titleOf } from '../ui/botname';

/** One plot: its name and its lines over the same turns. */
export interface Plot {
  name: string;
  log?: boolean; // values of several powers of ten, all above 0
  lines: PlotLine[];
}

export interface PlotLine {
  label: string;
  seat: number | undefined;
  dashed: boolean;
  limit?: boolean; // a bound of the other lines
  values: (number | null)[];
}

export const TIME = 'time per turn, ms';
const LEAST_MS = 0.01; // shorter answers are drawn as if they took this long

/**
 * The renderer's series, then time per turn with its limit, then the bots' metrics, one plot each; plots without values
 * are omitted. Times have a logarithmic axis: a first answer of seconds leaves the others their shape.
 */
export function plotsOf(
  frames: readonly Frame[],
  series: readonly Series[],
  seats: readonly SeatInfo[],
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
  seats.forEach(({ name }, seat) => {
    line(TIME, titleOf(name), seat, (turn) => {
      const s = frames[turn]!.seats[seat]!;
      return s.asked && s.wall_us !== undefined ? Math.max(LEAST_MS, s.wall_us / 1000) : null;
    });
  });
  const limited = seats.map(({ bot }) => bot !== HUMAN);
  line(TIME, 'limit', undefined, (turn) => {
    const limits = frames[turn]!.seats.map((s, i) => (s.asked && limited[i] ? (s.limit_us ?? 0) : 0));
    const limit = Math.max(0, ...limits) / 1000;
    return limit > 0 ? limit : null;
  });
  const times = plots.get(TIME);
  if (times) {
    times.log = true;
    for (const l of times.lines) if (l.seat === undefined) l.limit = true;
    if (times.lines.every((l) => l.limit)) plots.delete(TIME);
  }
  seats.forEach(({ name }, seat) => {
    const metrics = new Set(frames.flatMap((f) => Object.keys(f.seats[seat]?.metrics ?? {})));
    for (const metric of [...metrics].sort()) {
      line(metric, name, seat, (turn) => frames[turn]!.seats[seat]?.metrics?.[metric] ?? null);
    }
  });
  return [...plots.values()];
}

/**
 * The plots of two matches on top of each other: A's lines solid, B's dashed. Colours distinguish the matches if they
 * have one seat, else the bots, which have opposite seats in B if that is swapped. A curve ends where its match does.
 */
export function merged(a: readonly Plot[], b: readonly Plot[], swapped = false): Plot[] {
  const names = [...new Set([...a, ...b].map((p) => p.name))];
  const all = [...a, ...b].flatMap((p) => p.lines);
  const turns = Math.max(0, ...all.map((l) => l.values.length));
  const solo = all.every((l) => l.seat !== 1);
  const side = (plots: readonly Plot[], name: string, dashed: boolean): PlotLine[] =>
    (plots.find((p) => p.name === name)?.lines ?? []).map((l) => ({
      ...l,
      label: `${dashed ? 'B' : 'A'} ${l.label}`,
      seat:
        solo && !l.limit ? Number(dashed) : swapped && dashed && l.seat !== undefined ? 1 - l.seat : l.seat,
      dashed,
      values: [...l.values, ...Array<null>(turns - l.values.length).fill(null)],
    }));
  const log = [...a, ...b].filter((p) => p.log).map((p) => p.name);
  return names.map((name) => ({
    name,
    ...(log.includes(name) && { log: true }),
    lines: [...side(a, name, false), ...side(b, name, true)],
  }));
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

/** Whether a number is a power of ten. */
export function isPower(value: number): boolean {
  const power = Math.log10(value);
  return Math.abs(power - Math.round(power)) < 1e-9;
}

/** The labels of a logarithmic axis: powers of ten alone. */
export function powerLabels(marks: readonly (number | null)[]): string[] {
  return marks.map((mark) => {
    return mark !== null && isPower(mark) ? whole.format(mark) : '';
  });
}
