import type { Theme } from '../renderer';

/** Drawing that the boards share, so that they speak one visual language. Sizes are in cells. */
export type Ctx = CanvasRenderingContext2D;

const TYPE = 32; // pixels at which text is set before it is scaled: browsers round smaller fonts

/** How text is set; whatever is left out is centred and regular. */
export interface TextStyle {
  color: string;
  size: number;
  weight?: number;
  align?: CanvasTextAlign;
  halo?: string;
  mono?: boolean;
}

export function text(ctx: Ctx, words: string, x: number, y: number, style: TextStyle): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(style.size / TYPE, style.size / TYPE);
  ctx.font = fontOf(style);
  ctx.textAlign = style.align ?? 'center';
  ctx.textBaseline = 'alphabetic';
  const down = TYPE * 0.35; // figures and capitals stand in the middle
  if (style.halo) {
    ctx.strokeStyle = style.halo;
    ctx.lineWidth = TYPE * 0.25;
    ctx.lineJoin = 'round';
    ctx.strokeText(words, 0, down);
  }
  ctx.fillStyle = style.color;
  ctx.fillText(words, 0, down);
  ctx.restore();
}

/** The width that text will take. */
export function textWidth(ctx: Ctx, words: string, style: TextStyle): number {
  ctx.save();
  ctx.font = fontOf(style);
  const { width } = ctx.measureText(words);
  ctx.restore();
  return (width * style.size) / TYPE;
}

function fontOf(style: TextStyle): string {
  return `${style.weight ?? 500} ${TYPE}px ${style.mono ? 'ui-monospace, monospace' : 'system-ui, sans-serif'}`;
}

/** Adds a seat's shape to the path: seat 0 is round, seat 1 is square, whatever the colours look like. */
export function seatShape(ctx: Ctx, seat: number, x: number, y: number, r: number): void {
  if (seat === 0) ctx.arc(x, y, r, 0, 2 * Math.PI);
  else ctx.roundRect(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.4);
}

/** Draws a token in its seat's colour and shape, with a word of one or two characters. */
export function token(
  ctx: Ctx,
  theme: Theme,
  seat: number,
  x: number,
  y: number,
  r: number,
  label: string,
): void {
  ctx.beginPath();
  seatShape(ctx, seat, x, y, r);
  ctx.fillStyle = seatColor(theme, seat);
  ctx.fill();
  ctx.lineWidth = r * 0.14;
  ctx.strokeStyle = theme.board;
  ctx.stroke();
  text(ctx, label, x, y, { color: onSeat(theme, seat), size: r * 1.15, weight: 700 });
}

/** What is legible on a seat's colour: vermilion is too light for white words. */
export function onSeat(theme: Theme, seat: number): string {
  return seat === 1 && !theme.dark ? theme.text : theme.onSeat;
}

export function seatColor(theme: Theme, seat: number): string {
  return theme.seat[seat === 1 ? 1 : 0];
}

export function seatSoft(theme: Theme, seat: number): string {
  return theme.seatSoft[seat === 1 ? 1 : 0];
}

/** Fills cells in a seat's soft colour; seat 1's are hatched as well. */
export function area(
  ctx: Ctx,
  theme: Theme,
  seat: number,
  cells: readonly (readonly number[])[],
  alpha: number,
): void {
  if (alpha <= 0 || cells.length === 0) return;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  for (const [x = 0, y = 0] of cells) ctx.rect(x, y, 1, 1);
  ctx.fillStyle = seatSoft(theme, seat);
  ctx.fill();
  if (seat === 1) {
    ctx.clip();
    ctx.beginPath();
    for (const [x = 0, y = 0] of cells) {
      for (let k = 0.25; k < 2; k += 0.5) {
        ctx.moveTo(x + Math.max(0, k - 1), y + Math.min(1, k));
        ctx.lineTo(x + Math.min(1, k), y + Math.max(0, k - 1));
      }
    }
    ctx.strokeStyle = seatColor(theme, seat);
    ctx.globalAlpha = alpha * 0.22;
    ctx.lineWidth = 0.05;
    ctx.stroke();
  }
  ctx.restore();
}

/** Draws a speech bubble whose tip points at x y from above. */
export function bubble(
  ctx: Ctx,
  theme: Theme,
  words: string,
  x: number,
  y: number,
  size: number,
  room: [number, number],
): void {
  const style = { color: theme.text, size };
  const w = textWidth(ctx, words, style) + size * 1.2;
  const h = size * 1.7;
  const left = Math.min(Math.max(x - w / 2, room[0]), Math.max(room[0], room[1] - w));
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

/** Outlines a cell as wrong, with a cross: never by colour alone. */
export function wrong(ctx: Ctx, theme: Theme, x: number, y: number): void {
  ctx.save();
  ctx.strokeStyle = theme.danger;
  ctx.lineWidth = 0.07;
  ctx.strokeRect(x + 0.05, y + 0.05, 0.9, 0.9);
  ctx.beginPath();
  ctx.moveTo(x + 0.7, y + 0.12);
  ctx.lineTo(x + 0.88, y + 0.3);
  ctx.moveTo(x + 0.88, y + 0.12);
  ctx.lineTo(x + 0.7, y + 0.3);
  ctx.stroke();
  ctx.restore();
}

/** The point at a share of a way through cells, in their middles. */
export function along(path: readonly (readonly number[])[], share: number): { x: number; y: number } {
  const legs = path.length - 1;
  const at = Math.min(Math.max(share, 0), 1) * legs;
  const i = Math.min(Math.floor(at), Math.max(0, legs - 1));
  const a = path[i]!;
  const b = path[Math.min(i + 1, legs)]!;
  const t = at - i;
  return { x: a[0]! + (b[0]! - a[0]!) * t + 0.5, y: a[1]! + (b[1]! - a[1]!) * t + 0.5 };
}

/** The lines between the cells of a board. */
export function grid(ctx: Ctx, theme: Theme, width: number, height: number): void {
  ctx.beginPath();
  for (let x = 1; x < width; x++) {
    ctx.moveTo(x, 0);
    ctx.lineTo(x, height);
  }
  for (let y = 1; y < height; y++) {
    ctx.moveTo(0, y);
    ctx.lineTo(width, y);
  }
  ctx.strokeStyle = theme.boardLine;
  ctx.lineWidth = 0.025;
  ctx.stroke();
}
