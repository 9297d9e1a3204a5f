import type { Theme } from '../../ui/theme';
import type { Rect } from './cell';
import { type Ctx, text, textWidth } from './text';

const MOST_LINES = 4;

/** Draws a speech bubble whose tip points at x y from above, between two limits of x. */
export function bubble(
  ctx: Ctx,
  theme: Theme,
  words: string,
  x: number,
  y: number,
  size: number,
  limits: [left: number, right: number],
): void {
  const style = { color: theme.text, size };
  const w = textWidth(ctx, words, style) + size * 1.2;
  const h = size * 1.7;
  const left = Math.min(Math.max(x - w / 2, limits[0]), Math.max(limits[0], limits[1] - w));
  const top = y - h - size * 0.5;
  ctx.beginPath();
  ctx.roundRect(left, top, w, h, size * 0.5);
  ctx.moveTo(x - size * 0.35, top + h);
  ctx.lineTo(x, y);
  ctx.lineTo(x + size * 0.35, top + h);
  ctx.fillStyle = theme.ground;
  ctx.fill();
  ctx.lineWidth = size * 0.08;
  ctx.strokeStyle = theme.muted;
  ctx.beginPath();
  ctx.roundRect(left, top, w, h, size * 0.5);
  ctx.stroke();
  text(ctx, words, left + w / 2, top + h / 2, style);
}

/**
 * Draws a message at x y: one line as a bubble above the point, more as a box that is connected to it, below the point
 * where there is no room above. The box stays within the limits.
 */
export function speech(
  ctx: Ctx,
  theme: Theme,
  words: string,
  x: number,
  y: number,
  size: number,
  limits: Rect,
): void {
  const style = { color: theme.text, size };
  const lines = wrap(words, Math.min(limits.w * 0.8, size * 22), (line) => textWidth(ctx, line, style));
  const rise = size * 1.3;
  const h = lines.length * rise + size * 0.5;
  const above = y - h - size * 0.5 >= limits.y;
  if (lines.length === 0) return;
  if (lines.length === 1 && above) {
    bubble(ctx, theme, lines[0]!, x, y, size, [limits.x, limits.x + limits.w]);
    return;
  }
  const w = Math.max(...lines.map((line) => textWidth(ctx, line, style))) + size * 1.2;
  const left = Math.min(Math.max(x - w / 2, limits.x), Math.max(limits.x, limits.x + limits.w - w));
  const top = above ? y - h - size * 0.5 : y + size * 2;
  ctx.beginPath();
  ctx.roundRect(left, top, w, h, size * 0.5);
  ctx.fillStyle = theme.ground;
  ctx.fill();
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = size * 0.08;
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(x, above ? y : y + size * 1.4);
  ctx.lineTo(x, above ? top + h : top);
  ctx.stroke();
  lines.forEach((line, i) => {
    text(ctx, line, left + w / 2, top + size * 0.25 + rise * (i + 0.5), style);
  });
}

/** Wraps text into at most four lines, none wider than most; an ellipsis stands for the rest. */
export function wrap(words: string, most: number, width: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of words.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/).filter((w) => w !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && width(longer) > most) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
      while (width(line) > most && line.length > 1) {
        const fits = longest(line, most, width);
        lines.push(line.slice(0, fits));
        line = line.slice(fits);
      }
    }
    if (line !== '') lines.push(line);
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]} ...`];
}

/** The number of characters of a word that fit, at least one. */
function longest(word: string, most: number, width: (line: string) => number): number {
  let fits = 1;
  while (fits < word.length && width(word.slice(0, fits + 1)) <= most) fits++;
  return fits;
}
