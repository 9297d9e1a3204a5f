import { eventsOf, type Frame } from '../../replay/model';
import type { Theme } from '../../ui/theme';
import { celebrate, rays } from '../board/celebrate';
import { type Cell, cellAt, middle, type Point, type Rect, same } from '../board/cell';
import { coordinates } from '../board/coordinates';
import { Layer } from '../board/layer';
import { progress } from '../board/motion';
import { strip } from '../board/strip';
import { atLeast, type Ctx, text } from '../board/text';
import { turnOf } from '../board/turn';
import type { Board, Description, Entity, Look, Mark } from '../renderer';
import { hintsOf } from './answer';
import { describeEvent, marksOf } from './events';
import { drawArrow, drawBar, drawCharacter, drawFlame, drawGlyph, drawLight, sheet } from './figures';
import { drawHud, hudHeight } from './hud';
import { isOpen, type Model, openRect, poseAt } from './model';
import { type Palette, paletteOf } from './palette';
import type { Event, Scene, View } from './types.gen';

const CHEER = 4; // cells around the character who has won

interface Target extends Entity {
  cell: Cell;
}

export class FlamesBoard implements Board<Model, View> {
  readonly bounds: Rect;
  readonly near = 14;
  private open: Rect;
  private still = new Layer(); // what does not change

  constructor(private scene: Scene) {
    this.open = openRect(scene);
    const { x, y, w, h } = this.open;
    const hud = hudHeight(w);
    this.bounds = { x: x - 1, y: y - hud - 0.5, w: w + 1.5, h: h + hud + 1.3 };
  }

  ready(): Promise<void> {
    return sheet.load();
  }

  state(frames: readonly Frame<View>[], turn: number): Model {
    return turnOf(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const palette = paletteOf(theme);
    const pose = poseAt(model, t);
    const key = [theme.dark, options.coordinates].join(' ');
    this.still.draw(ctx, key, [], (own) => this.floor(own, palette, look));
    if (options.waves) this.waves(ctx, palette, pose.cycle, look.scale);
    const left = pose.ap / this.scene.ap;
    drawLight(ctx, theme, pose);
    for (const glyph of pose.glyphs) drawGlyph(ctx, theme, glyph, left);
    if (options.ways) this.ways(ctx, palette, model, t);
    if (options.attraction) this.attraction(ctx, palette, model, t, look);
    for (const flame of pose.flames) drawFlame(ctx, theme, flame);
    for (const event of model.events) {
      if (event.type === 'death') sheet.draw(ctx, theme, 'burnt', event.at[0] + 0.5, event.at[1] + 0.5, 1.5);
      if (event.type === 'victory')
        rays(ctx, theme, 0, middle(event.at), CHEER, progress(t, event.step, model.steps));
    }
    drawCharacter(ctx, theme, palette, this.scene, pose, look.scale);
    for (const event of model.events)
      drawEvent(ctx, theme, palette, event, progress(t, event.step, model.steps));
    this.outline(ctx, palette, look);
    const h = hudHeight(this.open.w);
    const room = { ...this.open, y: this.open.y - h, h };
    strip(ctx, look, room, () => drawHud(ctx, theme, palette, this.scene, room, pose));
  }

  /** Draws the open cells as one raised floor; where there is nothing, there is a wall. */
  private floor(ctx: Ctx, palette: Palette, { theme, options, scale }: Look): void {
    const { all, odd } = cellsOf(this.scene);
    const layers = [
      [palette.side, 0.42, all],
      [palette.rim, -0.06, all],
      [palette.floor, 0, all],
      [palette.tile, 0, odd],
    ] as const;
    for (const [color, down, path] of layers) {
      ctx.translate(0, down);
      ctx.fillStyle = color;
      ctx.fill(path);
      ctx.translate(0, -down);
    }
    if (!options.coordinates) return;
    const { x, y, w, h } = this.open;
    coordinates(ctx, theme, scale, { x: [x, x + w, x - 0.45], y: [y, y + h, y + h + 0.3] });
  }

  /** Draws the number of its cycle on each cell where a glyph will appear. */
  private waves(ctx: Ctx, palette: Palette, cycle: number, scale: number): void {
    this.scene.waves.forEach((wave, i) => {
      const of = this.scene.first_cycle + i;
      if (of <= cycle) return;
      for (const [x, y] of wave) {
        text(ctx, String(of), x + 0.5, y + 0.5, { color: palette.glyph, size: atLeast(11, 0.45, scale) });
      }
    });
  }

  private attraction(ctx: Ctx, palette: Palette, model: Model, t: number, { hover }: Look): void {
    if (t !== 0 && t !== 1) return;
    const view = t === 1 ? model.after : model.before;
    view.flames.forEach((from, i) => {
      const pointed = hover !== null && same((hover as Target).cell, from);
      const to = view.toward[i]!;
      drawArrow(ctx, from, to, {
        color: pointed ? palette.core : palette.flame,
        width: pointed ? 0.1 : 0.045,
        skip: 0.38,
        share: 0.9,
      });
    });
  }

  /** Draws where flames were pushed and attracted, and what blocked those that stayed. */
  private ways(ctx: Ctx, palette: Palette, model: Model, t: number): void {
    for (const event of model.events) {
      const share = progress(t, event.step, model.steps);
      if (share === 0) continue;
      const alpha = t === 1 ? 0.55 : 0.9;
      switch (event.type) {
        case 'move':
        case 'jump':
          drawArrow(ctx, event.from, event.to, { color: palette.hero, width: 0.09, share, alpha });
          break;
        case 'push':
          drawArrow(ctx, event.from, event.to, { color: palette.words, width: 0.09, share, alpha });
          break;
        case 'attract':
          drawArrow(ctx, event.from, event.to, {
            color: palette.core,
            width: 0.05,
            share,
            dash: [0.01, 0.12],
            alpha,
          });
          break;
        case 'stay':
          drawBar(ctx, event.from, event.to, palette.faint, 0.08, share);
      }
    }
  }

  private outline(ctx: Ctx, palette: Palette, { hover }: Look): void {
    if (hover === null) return;
    const [x, y] = (hover as Target).cell;
    ctx.strokeStyle = palette.words;
    ctx.lineWidth = 0.05;
    ctx.strokeRect(x + 0.02, y + 0.02, 0.96, 0.96);
  }

  focus(model: Model, t: number): Point {
    const { x, y } = poseAt(model, t);
    return { x: x + 0.5, y: y + 0.5 };
  }

  hitTest(_model: Model, x: number, y: number): Target | null {
    const cell: Cell = cellAt({ x, y });
    return isOpen(this.scene, ...cell) ? { key: `cell ${cell.join(' ')}`, cell } : null;
  }

  describe(model: Model, entity: Entity): Description {
    const { cell } = entity as Target;
    const { pos, hp, ap, jumps_left, flames, toward, glyphs, cycle } = model.after;
    const rows: [string, string][] = [];
    let title = `cell ${cell.join(' ')}`;
    const flame = flames.findIndex((f) => same(f, cell));
    if (flame >= 0) {
      title = 'flame';
      rows.push(['cell', cell.join(' ')], ['distance', String(distance(cell, pos))]);
      rows.push(['attracted to', `${toward[flame]!.join(' ')}, unless blocked`]);
    } else if (same(cell, pos)) {
      title = 'character';
      rows.push(['cell', cell.join(' ')], ['HP', `${hp} of ${this.scene.hp}`]);
      rows.push(['AP', `${ap} of ${this.scene.ap}`], ['jumps', `${jumps_left} of ${this.scene.jumps}`]);
    } else {
      rows.push(['distance', String(distance(cell, pos))]);
    }
    if (glyphs.some((g) => same(g, cell))) {
      if (flame < 0 && !same(cell, pos)) title = `glyph ${cell.join(' ')}`;
      rows.push(['glyph', `becomes a flame after cycle ${cycle}`]);
    }
    this.scene.waves.forEach((wave, i) => {
      const of = this.scene.first_cycle + i;
      if (of > cycle && wave.some((g) => same(g, cell))) rows.push(['future glyph', `cycle ${of}`]);
    });
    return { title, rows };
  }

  describeEvent(event: Event): string {
    return describeEvent(event);
  }

  marks(frames: readonly Frame<View>[], turn: number): Mark[] {
    return marksOf(eventsOf(frames[turn]!.view));
  }

  readonly series = [
    { label: 'HP', plot: 'HP', seat: 0, value: seriesOf((view) => view.hp) },
    { label: 'flames', plot: 'flames', seat: 0, value: seriesOf((view) => view.flames.length) },
  ];

  readonly answer = hintsOf;

  standing(frames: readonly Frame<View>[], turn: number) {
    const { view } = frames[turn]!;
    const facts: [string, string][] = [
      ['AP', String(view.ap)],
      ['jumps', String(view.jumps_left)],
      ['cycle', String(view.cycle)],
      ['flames', String(view.flames.length)],
      ['glyphs', String(view.glyphs.length)],
    ];
    return { score: view.status === 'playing' || view.status === 'won' ? view.hp : 0, facts };
  }
}

/** The open cells as paths: all of them, and every second one. */
function cellsOf({ arena }: Scene): { all: Path2D; odd: Path2D } {
  const [all, odd] = [new Path2D(), new Path2D()];
  arena.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] === '#') continue;
      all.rect(x - 0.01, y - 0.01, 1.02, 1.02); // no seam shows
      if ((x + y) % 2 === 1) odd.rect(x, y, 1, 1);
    }
  });
  return { all, odd };
}

/** Draws what an event leaves on the floor: steam, the fatal obstacle, the end. */
function drawEvent(ctx: Ctx, theme: Theme, palette: Palette, event: Event, share: number): void {
  if (share === 0) return;
  switch (event.type) {
    case 'extinguish':
      if (share < 1) {
        ctx.save();
        ctx.globalAlpha = 1 - share;
        const { x, y } = middle(event.at);
        sheet.draw(ctx, theme, 'steam', x, y - 0.5 * share, 0.8 + share);
        ctx.restore();
      }
      text(ctx, '+1', event.at[0] + 0.95, event.at[1] - 0.1 - 0.2 * share, {
        color: palette.good,
        size: 0.5,
        weight: 700,
        halo: palette.floor,
      });
      break;
    case 'immo':
      if (event.target) ring(ctx, event.target, 0.6 - 0.3 * share, palette.core, 0.06);
      break;
    case 'blocked':
      drawArrow(ctx, event.from, event.to, { color: palette.danger, width: 0.09, share: 0.45, skip: 0.2 });
      drawBar(ctx, event.from, event.to, palette.danger, 0.12, share);
      cross(ctx, palette.danger, event.by);
      break;
    case 'death':
      if (event.by)
        drawArrow(ctx, event.by, event.at, { color: palette.danger, width: 0.12, share: 0.8 * share });
      ring(ctx, event.at, 0.62, palette.danger, 0.1);
      end(ctx, palette, event.at, 'dead', palette.danger);
      break;
    case 'victory':
      celebrate(ctx, theme, 0, middle(event.at), CHEER, share);
      end(ctx, palette, event.at, `${event.hp} HP left`, palette.good);
  }
}

function end(ctx: Ctx, palette: Palette, [x, y]: Cell, words: string, color: string): void {
  text(ctx, words, x + 0.5, y - 0.6, { color, size: 0.8, weight: 700, halo: palette.floor });
}

function ring(ctx: Ctx, [x, y]: Cell, r: number, color: string, width: number): void {
  if (width <= 0) return;
  ctx.beginPath();
  ctx.arc(x + 0.5, y + 0.5, r, 0, 2 * Math.PI);
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke();
}

function cross(ctx: Ctx, color: string, [x, y]: Cell): void {
  ctx.beginPath();
  ctx.rect(x + 0.04, y + 0.04, 0.92, 0.92);
  ctx.moveTo(x + 0.2, y + 0.2);
  ctx.lineTo(x + 0.8, y + 0.8);
  ctx.moveTo(x + 0.8, y + 0.2);
  ctx.lineTo(x + 0.2, y + 0.8);
  ctx.strokeStyle = color;
  ctx.lineWidth = 0.08;
  ctx.stroke();
}

function distance(a: Cell, b: Cell): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

function seriesOf(of: (view: View) => number) {
  return (frames: readonly Frame<View>[], turn: number) => of(frames[turn]!.view);
}
