import type { Rect } from './cell';
import type { Ctx } from './text';

/**
 * A Layer caches a drawing that stays the same, or nearly so, over many frames. It is repainted when the key, the
 * camera or the size of the screen changes, and otherwise only where it has changed.
 */
export class Layer {
  private canvas: OffscreenCanvas | undefined;
  private key = '';

  /**
   * Copies the layer to the screen. Paint draws a part of the world, under the same transform; changed lists the parts
   * that are out of date, and is null when all of it is. A layer of the whole screen replaces what is there; one with a
   * box is drawn over it.
   */
  draw(
    ctx: Ctx,
    key: string,
    changed: readonly Rect[] | null,
    paint: (ctx: Ctx, part: Rect) => void,
    box?: Rect,
  ): void {
    const transform = ctx.getTransform();
    const { a, e, f } = transform;
    const screen = { x: 0, y: 0, w: ctx.canvas.width, h: ctx.canvas.height };
    const at = box === undefined ? screen : pixels(box, transform);
    if (at.w === 0 || at.h === 0) {
      this.key = ''; // repaint all: nothing is painted meanwhile
      return;
    }
    const now = [key, at.w, at.h, a, e - at.x, f - at.y].join(' ');
    this.canvas ??= new OffscreenCanvas(at.w, at.h);
    if (this.canvas.width !== at.w) this.canvas.width = at.w; // assigning it allocates anew
    if (this.canvas.height !== at.h) this.canvas.height = at.h;
    const own = this.canvas.getContext('2d') as unknown as Ctx; // the same drawing calls
    own.setTransform(a, 0, 0, a, e - at.x, f - at.y);
    const parts = now === this.key && changed !== null ? changed : [world({ ...at, x: 0, y: 0 }, own)];
    this.key = now;
    for (const part of parts) repaint(own, part, paint);
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (box === undefined) ctx.globalCompositeOperation = 'copy'; // cheaper than blending
    ctx.drawImage(this.canvas, at.x, at.y);
    ctx.restore();
  }
}

/** Clears a part and paints it again. It is rounded to whole pixels, as a seam would show otherwise. */
function repaint(ctx: Ctx, part: Rect, paint: (ctx: Ctx, part: Rect) => void): void {
  const transform = ctx.getTransform();
  const whole = pixels(part, transform);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(whole.x, whole.y, whole.w, whole.h);
  ctx.beginPath();
  ctx.rect(whole.x, whole.y, whole.w, whole.h);
  ctx.clip();
  ctx.setTransform(transform);
  paint(ctx, world(whole, ctx));
  ctx.restore();
}

/** The pixels that a part of the world touches. */
function pixels({ x, y, w, h }: Rect, { a, e, f }: DOMMatrix): Rect {
  const left = Math.floor(x * a + e);
  const top = Math.floor(y * a + f);
  return { x: left, y: top, w: Math.ceil((x + w) * a + e) - left, h: Math.ceil((y + h) * a + f) - top };
}

/** The part of the world that pixels show. */
function world({ x, y, w, h }: Rect, ctx: Ctx): Rect {
  const { a, e, f } = ctx.getTransform();
  return { x: (x - e) / a, y: (y - f) / a, w: w / a, h: h / a };
}
