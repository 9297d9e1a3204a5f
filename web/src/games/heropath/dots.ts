import type { Rect, Theme } from '../renderer';
import type { Monster, Scene } from './model';

/** How many colours gold per health has. */
export const CLASSES = 5;

/** From little gold per health to much. */
export function classColors(theme: Theme): string[] {
  return theme.dark
    ? ['#596068', '#82775a', '#a98d4a', '#d3a83f', '#ffd966']
    : ['#c6c5bc', '#c2ae76', '#ac872b', '#86640a', '#563d00'];
}

/** How each monster is shown: size for its health, class for its gold per health. */
export interface Dot {
  size: number; // 0 to 1
  class: number; // 0 to CLASSES - 1
}

/**
 * Sizes grow with the logarithm of health, since tests mix rats and titans; the classes hold equally many kinds of
 * worth, so that some monsters stand out in every test.
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

export function worth(m: Monster): number {
  return m.gold / Math.max(1, m.hp);
}

/** The radius of the largest dot in pixels: what the usual distance of monsters leaves room for. */
export function largestDot(scene: Scene, scale: number): number {
  const spacing = Math.sqrt(((scene.width + 1) * (scene.height + 1)) / Math.max(1, scene.monsters.length));
  return Math.min(Math.max(0.36 * spacing * scale, 3), 16);
}

/** The radius of a dot in pixels. */
export function dotRadius(dot: Dot, largest: number): number {
  return largest * (0.45 + 0.55 * dot.size);
}

/** Whether a circle touches the part of the world that is shown. */
export function inSight(visible: Rect, x: number, y: number, r: number): boolean {
  return (
    x + r >= visible.x &&
    x - r <= visible.x + visible.w &&
    y + r >= visible.y &&
    y - r <= visible.y + visible.h
  );
}

/** A round distance between grid lines that puts some four to ten of them on the screen. */
export function gridStep(wide: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(wide, 10) / 4));
  return wide / ten > 20 ? 5 * ten : wide / ten > 10 ? 2 * ten : ten;
}

/** Whether so little of the world is shown that a small map helps. */
export function zoomed(bounds: Rect, visible: Rect): boolean {
  const w = Math.min(bounds.w, visible.w);
  const h = Math.min(bounds.h, visible.h);
  return w * h < 0.5 * bounds.w * bounds.h;
}
