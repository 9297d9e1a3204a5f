import type { Theme } from '../../ui/theme';
import { atLeast, type Ctx, type TextStyle, text } from './text';

/** The cells that are numbered, and where: columns at y, rows at x. */
interface Numbered {
  x: readonly [from: number, to: number, at: number];
  y: readonly [from: number, to: number, at: number];
}

/** Draws the numbers of columns and rows: where cells are too small for all, those of every fifth. */
export function coordinates(
  ctx: Ctx,
  theme: Theme,
  scale: number,
  { x, y }: Numbered,
  color = theme.muted,
): void {
  const style: TextStyle = { color, size: atLeast(11, 0.4, scale) };
  const every = scale < 17 ? 5 : 1;
  for (let i = x[0]; i < x[1]; i++) if (i % every === 0) text(ctx, String(i), i + 0.5, y[2], style);
  for (let i = y[0]; i < y[1]; i++) if (i % every === 0) text(ctx, String(i), x[2], i + 0.5, style);
}
