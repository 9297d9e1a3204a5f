import type { Pair } from '../api/types';

/** The score of the first bot less that of the second. */
export function difference({ scores }: Pair): number {
  return scores![0]! - scores![1]!;
}

/** The mean of the differences of some pairs, with half the width of its 95 % interval; null for fewer than it needs. */
export function meanOf(pairs: readonly Pair[]): { value: number | null; error95: number | null } {
  const n = pairs.length;
  if (n === 0) return { value: null, error95: null };
  const value = pairs.reduce((sum, p) => sum + difference(p), 0) / n;
  const squares = pairs.reduce((sum, p) => sum + (difference(p) - value) ** 2, 0);
  return { value, error95: n === 1 ? null : 1.96 * Math.sqrt(squares / (n - 1) / n) };
}

/** The pairs in which the first bot has a larger score than the second, by the most; with sign -1, a smaller one. */
export function largest(pairs: readonly Pair[], sign: 1 | -1, most: number): Pair[] {
  const gain = (p: Pair) => sign * difference(p);
  return pairs
    .filter((p) => gain(p) > 0)
    .sort((p, q) => gain(q) - gain(p))
    .slice(0, most);
}

/** A part of a histogram: the scores from low on, and how many each bot has. */
export interface Bin {
  low: number;
  high: number;
  counts: [number, number];
}

/** A histogram of the scores of two bots in bins of a round width, at most so many. */
export function histogram(pairs: readonly Pair[], most: number): Bin[] {
  const all = pairs.flatMap((p) => p.scores!);
  if (all.length === 0) return [];
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  const width = roundUp((greatest - least + 1) / most);
  const from = Math.floor(least / width);
  const to = Math.floor(greatest / width);
  const bins = Array.from({ length: to - from + 1 }, (_, i): Bin => {
    const low = (from + i) * width;
    return { low, high: low + width, counts: [0, 0] };
  });
  for (const { scores } of pairs)
    scores!.forEach((score, bot) => {
      bins[Math.floor(score / width) - from]!.counts[bot as 0 | 1]++;
    });
  return bins;
}

/** The smallest of 1, 2, 5, 10, 20, 50 and so on that is not less. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * [1, 2, 5, 10].find((n) => n * unit >= value)!;
}
