/** The context of a board: one unit is a cell. */
export type Ctx = CanvasRenderingContext2D;

const TYPE = 32; // pixels at which text is set before it is scaled: browsers round smaller fonts

/** How text is set. Defaults: centred, medium weight, proportional, no halo. */
export interface TextStyle {
  color: string;
  size: number; // in cells
  weight?: number;
  align?: CanvasTextAlign;
  halo?: string; // colour of an outline that keeps text legible on anything
  mono?: boolean;
}

export function text(ctx: Ctx, words: string, x: number, y: number, style: TextStyle): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(style.size / TYPE, style.size / TYPE);
  ctx.font = fontOf(style);
  ctx.textAlign = style.align ?? 'center';
  ctx.textBaseline = 'alphabetic';
  const down = TYPE * 0.35; // centres digits and capitals
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

/** A size in cells that is at least so many pixels of the screen, on which a cell has scale. */
export function atLeast(pixels: number, cells: number, scale: number): number {
  return Math.max(cells, pixels / scale);
}

/** The width of text, in cells. */
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
