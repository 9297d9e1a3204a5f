import type { Ctx } from '../board/draw';
import type { Rect } from '../renderer';

/**
 * A Layer keeps a drawing that stays the same over many frames, or nearly the same. It is drawn again when the key,
 * the camera or the size of the screen changes, and else only where it has changed.
 */
export class Layer {
  private canvas: OffscreenCanvas | undefined;
  private key = '';

  /**
   * Puts the layer on the screen. Paint draws what touches a part of the world, under the same transform; changed has
   * the parts that are no longer as they were painted, or null when that is all of it. A layer for the whole screen
   * replaces what is there; one for a box lies on it.
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
      this.key = ''; // what changes now is not painted
      return;
    }
    const now = [key, at.w, at.h, a, e - at.x, f - at.y].join(' ');
    this.canvas ??= new OffscreenCanvas(at.w, at.h);
    if (this.canvas.width !== at.w) this.canvas.width = at.w; // only then: it takes new memory
    if (this.canvas.height !== at.h) this.canvas.height = at.h;
    const own = this.canvas.getContext('2d') as unknown as Ctx; // the same drawing calls
    own.setTransform(a, 0, 0, a, e - at.x, f - at.y);
    const parts = now === this.key && changed !== null ? changed : [world({ ...at, x: 0, y: 0 }, own)];
    this.key = now;
    for (const part of parts) repaint(own, part, paint);
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (box === undefined) ctx.globalCompositeOperation = 'copy'; // cheaper than to mix with what is empty
    ctx.drawImage(this.canvas, at.x, at.y);
    ctx.restore();
  }
}

/** Empties a part and paints it again, to whole pixels: a seam would show. */
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
