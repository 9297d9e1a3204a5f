import type { Rect } from '../games/board/cell';

const MARGIN = 12; // pixels around a board that fits
const CLOSEST = 40; // times the scale at which everything fits

/**
 * A Camera maps the world to the screen. It fits the bounds until the reader pans or zooms, and keeps its centre when
 * the window is resized.
 */
export class Camera {
  scale = 1; // pixels a unit
  x = 0; // the world's point in the middle of the screen
  y = 0;
  private width = 1;
  private height = 1;
  private free = false;

  constructor(private bounds: Rect) {
    this.fit();
  }

  /** Whether the reader has panned or zoomed. */
  get moved(): boolean {
    return this.free;
  }

  copy(): Camera {
    return Object.assign(new Camera(this.bounds), this);
  }

  resize(width: number, height: number): void {
    const before = this.fitScale();
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.free) this.scale *= this.fitScale() / before;
    else this.fit();
  }

  fit(): void {
    this.free = false;
    this.scale = this.fitScale();
    this.x = this.bounds.x + this.bounds.w / 2;
    this.y = this.bounds.y + this.bounds.h / 2;
  }

  /** Shows at most so many cells across, in the middle of the board. */
  near(cells: number): void {
    this.zoom(this.width / cells / this.scale, this.width / 2, this.height / 2);
  }

  /** Zooms by a factor; what is under the point of the screen stays there. */
  zoom(factor: number, sx: number, sy: number): void {
    const fit = this.fitScale();
    const scale = Math.min(Math.max(this.scale * factor, fit), fit * CLOSEST);
    if (scale <= fit * 1.0001) {
      this.fit();
      return;
    }
    const before = this.toWorld(sx, sy);
    this.scale = scale;
    this.free = true;
    const after = this.toWorld(sx, sy);
    this.move(before.x - after.x, before.y - after.y);
  }

  /** Moves by pixels. A board that fits stays where it is. */
  pan(dx: number, dy: number): void {
    if (!this.free) return;
    this.move(-dx / this.scale, -dy / this.scale);
  }

  /** Moves towards a point of the world without showing what is beyond its edges, unless everything fits. */
  look(x: number, y: number): void {
    if (!this.free) return;
    const seen = this.visible();
    const rim = MARGIN / this.scale;
    const { bounds } = this;
    this.x = within(x, bounds.x - rim, bounds.w + 2 * rim, seen.w);
    this.y = within(y, bounds.y - rim, bounds.h + 2 * rim, seen.h);
  }

  toWorld(sx: number, sy: number): { x: number; y: number } {
    return {
      x: this.x + (sx - this.width / 2) / this.scale,
      y: this.y + (sy - this.height / 2) / this.scale,
    };
  }

  toScreen(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) * this.scale + this.width / 2, y: (y - this.y) * this.scale + this.height / 2 };
  }

  /** The part of the world on the screen. */
  visible(): Rect {
    const a = this.toWorld(0, 0);
    return { x: a.x, y: a.y, w: this.width / this.scale, h: this.height / this.scale };
  }

  private move(dx: number, dy: number): void {
    const { x, y, w, h } = this.bounds;
    this.x = Math.min(Math.max(this.x + dx, x), x + w);
    this.y = Math.min(Math.max(this.y + dy, y), y + h);
  }

  private fitScale(): number {
    const w = Math.max(1, this.width - 2 * MARGIN);
    const h = Math.max(1, this.height - 2 * MARGIN);
    return Math.min(w / this.bounds.w, h / this.bounds.h);
  }
}

/** The middle of a view on an axis that is as near to v as the view stays within the world. */
function within(v: number, low: number, size: number, seen: number): number {
  if (seen >= size) return low + size / 2;
  return Math.min(Math.max(v, low + seen / 2), low + size - seen / 2);
}
