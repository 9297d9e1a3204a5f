import type { Rect, Theme } from '../renderer';
import { bubble, type Ctx, text, textWidth } from './draw';

const MOST_LINES = 4;

/**
 * Draws what a bot says at x y. One line is a bubble above the point; more lines are a box whose tip is at the point,
 * below it where there is no room above. The box stays in the room.
 */
export function speech(
  ctx: Ctx,
  theme: Theme,
  words: string,
  x: number,
  y: number,
  size: number,
  room: Rect,
): void {
  const style = { color: theme.text, size };
  const lines = wrap(words, Math.min(room.w * 0.8, size * 22), (line) => textWidth(ctx, line, style));
  const rise = size * 1.3;
  const h = lines.length * rise + size * 0.5;
  const above = y - h - size * 0.5 >= room.y;
  if (lines.length === 0) return;
  if (lines.length === 1 && above) {
    bubble(ctx, theme, lines[0]!, x, y, size, [room.x, room.x + room.w]);
    return;
  }
  const w = Math.max(...lines.map((line) => textWidth(ctx, line, style))) + size * 1.2;
  const left = Math.min(Math.max(x - w / 2, room.x), Math.max(room.x, room.x + room.w - w));
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

/** Breaks words into at most four lines that are no wider than most; the rest is an ellipsis. */
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

/** How many characters of a word fit; at least one. */
function longest(word: string, most: number, width: (line: string) => number): number {
  let fits = 1;
  while (fits < word.length && width(word.slice(0, fits + 1)) <= most) fits++;
  return fits;
}
