import type { Ctx } from '../draw';

/**
 * A Layer keeps a drawing that stays the same over many frames. It is drawn again when the key, the camera or the
 * size of the screen changes.
 */
export class Layer {
  private canvas: OffscreenCanvas | undefined;
  private key = '';

  /** Puts the layer on the screen. Paint draws it under the same transform. */
  draw(ctx: Ctx, key: string, paint: (ctx: Ctx) => void): void {
    const { width, height } = ctx.canvas;
    if (width === 0 || height === 0) return;
    const transform = ctx.getTransform();
    const { a, e, f } = transform;
    const now = [key, width, height, a, e, f].join(' ');
    this.canvas ??= new OffscreenCanvas(width, height);
    if (now !== this.key) {
      this.key = now;
      this.canvas.width = width; // empties it
      this.canvas.height = height;
      const own = this.canvas.getContext('2d') as unknown as Ctx; // the same drawing calls
      own.setTransform(transform);
      paint(own);
    }
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(this.canvas, 0, 0);
    ctx.restore();
  }
}
