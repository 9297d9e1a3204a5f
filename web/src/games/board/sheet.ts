import type { Theme } from '../../ui/theme';
import type { Rect } from './cell';
import type { Ctx } from './text';

/** The colours and strokes that all sheets share, so that the games look drawn by one hand. */
export const STYLE = `
svg{--ink:#2a2b33;--a:#0072b2;--b:#d55e00;--paper:#fffdf6;--gold:#f2b632;--fire:#ff8a3c;--ice:#7fd4ee;--glyph:#b0a3ff;--good:#2f9e57;--bad:#d8434e;--bone:#f1ecdd;--steel:#c3cad6;--wood:#b5834a;--iron:#434855}
.dark{--ink:#0b0c10;--iron:#6b7180;--a:#2f94d1;--b:#e2742a}
svg>svg *{stroke-linejoin:round;stroke-linecap:round}
.i{stroke:var(--ink);stroke-width:3}
.n{fill:none}
.h{fill:#fff;opacity:.3}
.d{fill:#000;opacity:.2}
.k{fill:var(--ink)}
.w{fill:var(--paper)}
.a{fill:var(--a)}
.b{fill:var(--b)}
.g{fill:var(--gold)}
.s{fill:var(--steel)}
.o{fill:var(--bone)}
.ball{fill:none}
.row .ball{fill:var(--gold)}
`;

const DRAWING = /<svg id="([\w-]+)" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g;
const STEPS = 4; // sizes between one and its double that sprites are made in
const MOST = 400; // sprites; zooming makes new ones

/**
 * A Sheet has the drawings of a game: an SVG whose inner svg elements each hold one, named by its id. The browser draws
 * it once for each theme, and a sprite is cut from that for each size on the screen.
 */
export class Sheet {
  readonly drawings = new Map<string, Rect>();
  private loading: Promise<void> | undefined;
  private images: HTMLImageElement[] = []; // light, dark
  private sprites = new Map<string, ImageBitmap>();

  constructor(private svg: string) {
    for (const [, name, x, y, w, h] of svg.matchAll(DRAWING))
      this.drawings.set(name!, { x: Number(x), y: Number(y), w: Number(w), h: Number(h) });
  }

  /** Whether everything can be drawn. */
  get loaded(): boolean {
    return this.images.length > 0;
  }

  /** Resolves when everything can be drawn. */
  load(): Promise<void> {
    this.loading ??= Promise.all(['light', 'dark'].map((theme) => imageOf(this.svg, theme))).then(
      (images) => {
        this.images = images;
      },
    );
    return this.loading;
  }

  /** The URL of a picture with some drawings in a row, for pages. What a board colours is golden there. */
  row(...names: string[]): string {
    const all = names.map((name, i) => {
      const drawing = new RegExp(`<svg id="${name}" x="\\d+" y="\\d+"(.*?</svg>)`, 's').exec(this.svg);
      return `<svg id="${name}" x="${i * this.drawings.get(name)!.w}" y="0"${drawing![1]}`;
    });
    const { w, h } = this.drawings.get(names[0]!)!;
    const room = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w * names.length} ${h}"`;
    return urlOf(`<svg ${room}>${all.join('')}</svg>`, 'row');
  }

  /**
   * Draws a drawing of a width around the point x y. With a flash from 0 to 1 it is white so far. Before load has resolved it
   * draws nothing.
   */
  draw(ctx: Ctx, theme: Theme, name: string, x: number, y: number, width: number, flash = 0): void {
    const { a, b } = ctx.getTransform();
    const pixels = Math.ceil(2 ** (Math.ceil(Math.log2(width * Math.hypot(a, b)) * STEPS) / STEPS));
    const at = this.drawings.get(name);
    if (at === undefined) throw new Error(`no drawing is called ${name}`);
    if (!this.loaded || !(pixels > 0)) return;
    const height = (width * at.h) / at.w;
    const paint = (white: boolean) =>
      ctx.drawImage(this.sprite(name, theme, pixels, white), x - width / 2, y - height / 2, width, height);
    paint(false);
    if (flash <= 0) return;
    const alpha = ctx.globalAlpha;
    ctx.globalAlpha = alpha * flash;
    paint(true);
    ctx.globalAlpha = alpha;
  }

  private sprite(name: string, { dark }: Theme, pixels: number, white: boolean): ImageBitmap {
    const key = `${name} ${dark} ${pixels} ${white}`;
    const made = this.sprites.get(key);
    if (made) return made;
    if (this.sprites.size >= MOST) this.sprites.clear();
    const { x, y, w, h } = this.drawings.get(name)!;
    const canvas = new OffscreenCanvas(pixels, Math.ceil((pixels * h) / w));
    const ctx = canvas.getContext('2d')!;
    ctx.drawImage(this.images[dark ? 1 : 0]!, x, y, w, h, 0, 0, canvas.width, canvas.height);
    if (white) {
      ctx.globalCompositeOperation = 'source-in';
      ctx.fillStyle = '#fff';
      ctx.fillRect(0, 0, canvas.width, canvas.height);
    }
    const sprite = canvas.transferToImageBitmap();
    this.sprites.set(key, sprite);
    return sprite;
  }
}

async function imageOf(svg: string, theme: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = urlOf(svg, theme);
  await image.decode();
  return image;
}

function urlOf(svg: string, theme: string): string {
  const styled = svg.replace(/<svg([^>]*)>/, `<svg class="${theme}"$1><style>${STYLE}</style>`);
  return `data:image/svg+xml,${encodeURIComponent(styled)}`;
}
