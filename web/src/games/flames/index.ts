import type { Frame, GameEvent, Header } from '../../replay/model';
import { type Ctx, text } from '../board/draw';
import { progress } from '../board/motion';
import type { Board, Description, Entity, Look, Mark, Rect, Renderer, Theme } from '../renderer';
import { drawArrow, drawBar, drawCharacter, drawFlame, drawGlyph } from './figures';
import { drawHud, hudHeight } from './hud';
import {
  type Cell,
  type Event,
  isOpen,
  type Model,
  modelOf,
  openRect,
  type Scene,
  same,
  stageAt,
  viewOf,
} from './model';
import { type Palette, paletteOf } from './palette';

interface Target extends Entity {
  cell: Cell;
}

const CAUSES: Readonly<Record<string, string>> = {
  hp: 'the last HP is spent',
  push: 'a pushed flame is blocked',
  attraction: 'a flame is attracted onto the character',
  cycle: 'a cycle without glyphs takes the last HP',
};

const renderer: Renderer = {
  options: [
    { key: 'attraction', label: 'next step of each flame', initial: true },
    { key: 'ways', label: 'pushes and attractions of the turn', initial: true },
    { key: 'waves', label: 'glyphs to come, hidden from the bot', initial: false },
    { key: 'coordinates', label: 'coordinates', initial: false },
  ],
  load: (_header: Header, scene: unknown) => new FlamesBoard(scene as Scene),
};

export default renderer;

export class FlamesBoard implements Board<Model> {
  readonly bounds: Rect;
  private open: Rect;

  constructor(private scene: Scene) {
    this.open = openRect(scene);
    const { x, y, w, h } = this.open;
    const hud = hudHeight(w);
    this.bounds = { x: x - 0.7, y: y - hud - 0.5, w: w + 1.4, h: h + hud + 1 };
  }

  state(frames: readonly Frame[], turn: number): Model {
    return modelOf(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const palette = paletteOf(theme);
    const stage = stageAt(model, t);
    this.floor(ctx, palette, look);
    if (options.waves) this.waves(ctx, palette, stage.cycle);
    const left = stage.ap / this.scene.ap;
    for (const glyph of stage.glyphs) drawGlyph(ctx, palette, glyph, left);
    if (options.ways) this.ways(ctx, palette, model, t);
    if (options.attraction) this.attraction(ctx, palette, model, t, look);
    for (const flame of stage.flames) drawFlame(ctx, palette, flame);
    drawCharacter(ctx, palette, this.scene, stage, look.scale);
    for (const event of model.events) signs(ctx, palette, event, progress(t, event.step, model.steps));
    this.pointed(ctx, palette, look);
    const room = { ...this.open, y: this.open.y - hudHeight(this.open.w) };
    drawHud(ctx, theme, palette, this.scene, room, stage);
  }

  /** The open cells; a wall is where nothing is. */
  private floor(ctx: Ctx, palette: Palette, { theme, options, scale }: Look): void {
    const { arena } = this.scene;
    const cells = (inset: number) => {
      ctx.beginPath();
      arena.forEach((row, y) => {
        for (let x = 0; x < row.length; x++) {
          if (row[x] !== '#')
            ctx.roundRect(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset, Math.max(0, inset) * 2);
        }
      });
    };
    cells(-0.1);
    ctx.fillStyle = palette.edge;
    ctx.fill();
    cells(-0.01);
    ctx.fillStyle = palette.line;
    ctx.fill();
    cells(Math.max(0.025, 0.6 / scale));
    ctx.fillStyle = palette.floor;
    ctx.fill();
    if (options.coordinates) this.coordinates(ctx, theme);
  }

  private coordinates(ctx: Ctx, theme: Theme): void {
    const { x, y, w, h } = this.open;
    const style = { color: theme.muted, size: 0.4 };
    for (let i = x; i < x + w; i++) text(ctx, String(i), i + 0.5, y + h + 0.25, style);
    for (let i = y; i < y + h; i++) text(ctx, String(i), x - 0.35, i + 0.5, style);
  }

  /** The number of the cycle on each cell where a glyph will appear. */
  private waves(ctx: Ctx, palette: Palette, cycle: number): void {
    (this.scene.waves ?? []).forEach((wave, i) => {
      const of = this.scene.first_cycle + i;
      if (of <= cycle) return;
      for (const [x, y] of wave ?? []) {
        text(ctx, String(of), x + 0.5, y + 0.5, { color: palette.glyph, size: 0.45 });
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

  /** Where flames were pushed and attracted, and what held those that stayed. */
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

  private pointed(ctx: Ctx, palette: Palette, { hover }: Look): void {
    if (hover === null) return;
    const [x, y] = (hover as Target).cell;
    ctx.strokeStyle = palette.words;
    ctx.lineWidth = 0.05;
    ctx.strokeRect(x + 0.02, y + 0.02, 0.96, 0.96);
  }

  hitTest(_model: Model, x: number, y: number): Target | null {
    const cell: Cell = [Math.floor(x), Math.floor(y)];
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
      rows.push(['is drawn to', `${toward[flame]!.join(' ')}, if nothing blocks it`]);
    } else if (same(cell, pos)) {
      title = 'character';
      rows.push(['cell', cell.join(' ')], ['HP', `${hp} of ${this.scene.hp}`]);
      rows.push(['AP', `${ap} of ${this.scene.ap}`], ['jumps', `${jumps_left} of ${this.scene.jumps}`]);
    } else {
      rows.push(['distance', String(distance(cell, pos))]);
    }
    if (glyphs.some((g) => same(g, cell))) {
      if (flame < 0 && !same(cell, pos)) title = `glyph ${cell.join(' ')}`;
      rows.push(['glyph', `a flame after cycle ${cycle}`]);
    }
    (this.scene.waves ?? []).forEach((wave, i) => {
      const of = this.scene.first_cycle + i;
      if (of > cycle && wave?.some((g) => same(g, cell))) rows.push(['glyph to come', `cycle ${of}`]);
    });
    return { title, rows };
  }

  describeEvent(event: GameEvent): string {
    const e = event as Event;
    switch (e.type) {
      case 'move':
      case 'jump':
        return `${e.action} from ${e.from.join(' ')} to ${e.to.join(' ')}: ${e.hp} HP, ${e.ap} AP left`;
      case 'immo':
        return `${e.action} at ${e.from.join(' ')}, flames are drawn to ${e.target.join(' ')}: ${e.hp} HP left`;
      case 'pass':
        return 'PASS ends the cycle';
      case 'extinguish':
        return `puts out the flame at ${e.at.join(' ')}: ${e.hp} HP`;
      case 'push':
        return `pushes the flame at ${e.from.join(' ')} to ${e.to.join(' ')}`;
      case 'attract':
        return `the flame at ${e.from.join(' ')} is drawn to ${e.to.join(' ')}`;
      case 'blocked':
        return `the flame at ${e.from.join(' ')} cannot be pushed to ${e.to.join(' ')}: a ${e.what} at ${e.by.join(' ')}`;
      case 'stay':
        return `the flame at ${e.from.join(' ')} stays: ${e.what === 'character' ? 'the' : 'a'} ${e.what} at ${e.by.join(' ')}`;
      case 'convert':
        return `the glyph at ${e.at.join(' ')} becomes a flame`;
      case 'disappear':
        return `the glyph at ${e.at.join(' ')} is gone: ${e.by === 'character' ? 'the' : 'a'} ${e.by} is there`;
      case 'cycle':
        return `cycle ${e.cycle} begins${e.lost > 0 ? `, without glyphs: -${e.lost} HP` : ''}`;
      case 'glyph':
        return `a glyph appears at ${e.at.join(' ')}`;
      case 'victory':
        return `everything is put out with ${e.hp} HP left`;
      case 'death':
        return `dead: ${CAUSES[e.cause] ?? e.cause}${e.by ? ` from ${e.by.join(' ')}` : ''}`;
      case 'fault':
        return `${e.kind}${e.line ? `: "${e.line}"` : ''}: ${e.why}`;
    }
  }

  marks(frames: readonly Frame[], turn: number): Mark[] {
    return (viewOf(frames, turn).events ?? []).flatMap((e): Mark[] => {
      if (e.type === 'cycle') return [{ kind: 'other', text: this.describeEvent(e) }];
      if (e.type === 'extinguish') return [{ kind: 'score', text: this.describeEvent(e) }];
      if (e.type === 'victory') return [{ kind: 'capture', text: this.describeEvent(e) }];
      if (e.type === 'death') return [{ kind: 'kill', text: this.describeEvent(e) }];
      return [];
    });
  }

  readonly series = [
    { label: 'HP', plot: 'HP', seat: 0, value: seriesOf((view) => view.hp) },
    { label: 'flames', plot: 'flames', seat: 0, value: seriesOf((view) => view.flames.length) },
  ];

  standing(frames: readonly Frame[], turn: number) {
    const view = viewOf(frames, turn);
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

/** What an event leaves on the floor: steam, the block that kills, the end. */
function signs(ctx: Ctx, palette: Palette, event: Event, share: number): void {
  if (share === 0) return;
  switch (event.type) {
    case 'extinguish':
      ring(ctx, event.at, 0.35 + 0.45 * share, palette.words, 0.06 * (1 - share));
      text(ctx, '+1', event.at[0] + 0.95, event.at[1] - 0.1 - 0.2 * share, {
        color: palette.good,
        size: 0.5,
        weight: 700,
        halo: palette.floor,
      });
      break;
    case 'immo':
      ring(ctx, event.target, 0.6 - 0.3 * share, palette.core, 0.06);
      break;
    case 'blocked':
      drawArrow(ctx, event.from, event.to, { color: palette.danger, width: 0.09, share: 0.45, skip: 0.2 });
      drawBar(ctx, event.from, event.to, palette.danger, 0.12, share);
      cross(ctx, palette.danger, event.by);
      break;
    case 'death':
      if (event.by)
        drawArrow(ctx, event.by, event.at, { color: palette.danger, width: 0.12, share: 0.8 * share });
      cross(ctx, palette.danger, event.at);
      end(ctx, palette, event.at, 'dead', palette.danger);
      break;
    case 'victory':
      ring(ctx, event.at, 0.7 + 0.2 * share, palette.good, 0.08);
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

function seriesOf(of: (view: ReturnType<typeof viewOf>) => number) {
  return (frames: readonly Frame[], turn: number) => of(viewOf(frames, turn));
}
