import type { Ctx } from './text';

/** The colours of blocks and of the floor between them. */
export interface Stone {
  floor: string;
  tile: string; // every second cell of the floor
  top: string;
  rim: string; // the upper edge of a block, where light falls
  side: string;
}

const DEPTH = 0.26; // of a block's side, as it is seen from a little in front of it
const SHADOW = 0.14;
const ROUND = 0.24;

/** Draws cells as blocks that stand on a chequered floor. The paths are made at the first drawing. */
export class Blocks {
  private paths: { odd: Path2D; whole: Path2D; top: Path2D } | undefined;

  constructor(
    private width: number,
    private height: number,
    private solid: (x: number, y: number) => boolean,
  ) {}

  draw(ctx: Ctx, stone: Stone): void {
    this.paths ??= { odd: this.odd(), whole: this.path(0), top: this.path(DEPTH) };
    const { odd, whole, top } = this.paths;
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, this.width, this.height);
    ctx.clip();
    ctx.fillStyle = stone.floor;
    ctx.fillRect(0, 0, this.width, this.height);
    ctx.fillStyle = stone.tile;
    ctx.fill(odd);
    ctx.translate(0.06, SHADOW);
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = '#000';
    ctx.fill(whole);
    ctx.globalAlpha = 1;
    ctx.translate(-0.06, -SHADOW);
    ctx.fillStyle = stone.side;
    ctx.fill(whole);
    ctx.fillStyle = stone.rim;
    ctx.fill(top);
    ctx.translate(0, 0.07);
    ctx.fillStyle = stone.top;
    ctx.fill(top);
    ctx.restore();
  }

  private odd(): Path2D {
    const path = new Path2D();
    for (let y = 0; y < this.height; y++)
      for (let x = y % 2; x < this.width; x += 2) if (!this.solid(x, y)) path.rect(x, y, 1, 1);
    return path;
  }

  /** The blocks as one path. Corners are round where no block adjoins. A block with none below it ends by the depth earlier. */
  private path(depth: number): Path2D {
    const path = new Path2D();
    const open = (x: number, y: number) =>
      x >= 0 && y >= 0 && x < this.width && y < this.height && !this.solid(x, y);
    const over = 0.01; // blocks overlap a little, so that no seam shows
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) {
        if (!this.solid(x, y)) continue;
        const [up, down, left, right] = [open(x, y - 1), open(x, y + 1), open(x - 1, y), open(x + 1, y)];
        const x0 = x - (left ? 0 : over);
        const y0 = y - (up ? 0 : over);
        const x1 = x + 1 + (right ? 0 : over);
        const y1 = y + 1 + (down ? -depth : over);
        const round = (a: boolean, b: boolean) => (a && b ? ROUND : 0);
        path.roundRect(x0, y0, x1 - x0, y1 - y0, [
          round(up, left),
          round(up, right),
          round(down, right),
          round(down, left),
        ]);
      }
    return path;
  }
}
