import type { Theme } from '../../ui/theme';
import type { Monster, Scene } from './types.gen';

/** The number of colours for gold per health. */
export const CLASSES = 5;

/** The colours, from the least gold per health to the most. */
export function classColors(theme: Theme): string[] {
  return theme.dark
    ? ['#596068', '#82775a', '#a98d4a', '#d3a83f', '#ffd966']
    : ['#c6c5bc', '#c2ae76', '#ac872b', '#86640a', '#563d00'];
}

/** How a monster is drawn: its size shows its health, its class its gold per health. */
export interface Dot {
  size: number; // 0 to 1
  class: number; // 0 to CLASSES - 1
}

/**
 * Sizes grow with the logarithm of health, which spans several orders of magnitude. Classes are quantiles of the
 * distinct values, so that some monsters stand out in every test.
 */
export function dotsOf(monsters: readonly Monster[]): Dot[] {
  const logs = monsters.map((m) => Math.log(Math.max(1, m.hp)));
  const low = logs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const worths = [...new Set(monsters.map(worth))].sort((a, b) => a - b);
  const place = new Map(worths.map((w, i) => [w, i]));
  return monsters.map((m, i) => ({
    size: high > low ? (logs[i]! - low) / (high - low) : 0.5,
    class: worths.length < 2 ? 2 : Math.round(((CLASSES - 1) * place.get(worth(m))!) / (worths.length - 1)),
  }));
}

/** Gold per health. */
export function worth(m: Monster): number {
  return m.gold / Math.max(1, m.hp);
}

/** The radius of the largest dot in pixels, limited by the mean distance between monsters. */
export function largestDot(scene: Scene, scale: number): number {
  const spacing = Math.sqrt(((scene.width + 1) * (scene.height + 1)) / Math.max(1, scene.monsters.length));
  return Math.min(Math.max(0.36 * spacing * scale, 3), 16);
}

/** The radius of a dot in pixels. */
export function dotRadius(dot: Dot, largest: number): number {
  return largest * (0.45 + 0.55 * dot.size);
}
