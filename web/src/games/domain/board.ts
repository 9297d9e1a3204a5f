import { eventsOf, type Frame } from '../../replay/model';
import type { Theme } from '../../ui/theme';
import { celebrate, rays } from '../board/celebrate';
import { type Cell, cellAt, type Point, same } from '../board/cell';
import { markWrong } from '../board/highlight';
import { progress } from '../board/motion';
import { area, seatColor } from '../board/seat';
import { bubble } from '../board/speech';
import { type Ctx, text } from '../board/text';
import type { Board, Description, Entity, Look, Mark } from '../renderer';
import { hintsOf } from './answer';
import { describeEvent, marksOf } from './events';
import { drawPath, drawTable, drawToken, drawWall, sheet } from './figures';
import { type Model, modelOf, sideOf, territory, tokenAt } from './model';
import type { Event, View } from './types.gen';

const CHEER = 1.8; // cells around the winner's token

interface Target extends Entity {
  cell: Cell;
  seat?: number; // of the token that is pointed at
}

export class DomainBoard implements Board<Model, View> {
  readonly bounds;

  constructor(private size: [number, number]) {
    this.bounds = { x: -0.6, y: -0.6, w: size[0] + 1.2, h: size[1] + 1.2 };
  }

  ready(): Promise<void> {
    return sheet.load();
  }

  state(frames: readonly Frame<View>[], turn: number): Model {
    return modelOf(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    this.ground(ctx, look);
    this.shade(ctx, model, t, look);
    this.reach(ctx, model, look);
    for (const event of model.events) {
      if (event.type === 'move' && options.path)
        drawPath(ctx, theme, event, progress(t, event.step, model.steps));
    }
    this.walls(ctx, model, t, theme);
    const ending = this.ending(model, t);
    if (ending) rays(ctx, theme, ending.seat, ending.at, CHEER, ending.share);
    for (const seat of [0, 1]) {
      const { x, y } = tokenAt(model, seat, t);
      drawToken(ctx, theme, seat, x, y - this.hop(model, seat, t));
    }
    if (ending) celebrate(ctx, theme, ending.seat, ending.at, CHEER, ending.share);
    for (const event of model.events) {
      if (event.type === 'fault' && event.at) markWrong(ctx, theme, ...event.at);
    }
    if (options.messages) this.messages(ctx, model, t, theme);
  }

  /** How high a token hops on its way, in cells. */
  private hop({ events, steps }: Model, seat: number, t: number): number {
    const move = events.find((e) => e.type === 'move' && e.seat === seat);
    if (move?.type !== 'move') return 0;
    const legs = move.path.length - 1;
    return 0.1 * Math.abs(Math.sin(Math.PI * legs * progress(t, move.step, steps)));
  }

  /** The seat with the larger domain once the tokens are separated, and how far that has come. */
  private ending(model: Model, t: number): { seat: number; at: Point; share: number } | null {
    const end = model.events.find((e) => e.type === 'separation');
    const share = end === undefined ? 0 : progress(t, end.step, model.steps);
    if (share === 0 || end?.type !== 'separation' || end.sizes[0] === end.sizes[1]) return null;
    const seat = end.sizes[0] > end.sizes[1] ? 0 : 1;
    return { seat, at: tokenAt(model, seat, t), share };
  }

  private ground(ctx: Ctx, { theme, options }: Look): void {
    const [w, h] = this.size;
    drawTable(ctx, theme, w, h);
    if (!options.coordinates) return;
    for (let i = 0; i < w; i++) text(ctx, String(i), i + 0.5, -0.32, { color: theme.muted, size: 0.24 });
    for (let i = 0; i < h; i++) text(ctx, String(i), -0.32, i + 0.5, { color: theme.muted, size: 0.24 });
  }

  /** Shades the domains once the tokens are separated, and possible territory before. */
  private shade(ctx: Ctx, model: Model, t: number, { theme, options }: Look): void {
    const { before, after } = model;
    const separation = model.events.find((e) => e.type === 'separation');
    const full = separation ? progress(t, separation.step, model.steps) : 1;
    const shown = t === 1 ? after : before;
    const cells = t === 1 ? model.territories.after : model.territories.before;
    for (const seat of [0, 1]) {
      if (after.domains) area(ctx, theme, seat, after.domains[seat]!, full);
      if (options.territory && !shown.domains) {
        area(ctx, theme, seat, cells[seat]!, after.domains ? 0.5 * (1 - full) : 0.5);
      }
    }
  }

  /** Dots on the cells that the token under the pointer can reach. */
  private reach(ctx: Ctx, model: Model, { theme, hover }: Look): void {
    const seat = (hover as Target | null)?.seat;
    if (seat === undefined) return;
    ctx.fillStyle = seatColor(theme, seat);
    for (const [x, y] of model.after.reachable[seat]!) {
      ctx.beginPath();
      ctx.arc(x + 0.5, y + 0.5, 0.1, 0, 2 * Math.PI);
      ctx.fill();
    }
  }

  private walls(ctx: Ctx, model: Model, t: number, theme: Theme): void {
    const building = model.events.find((e) => e.type === 'wall');
    for (const wall of model.after.walls) {
      const fresh = wall.turn === model.after.turn && building !== undefined && model.after.turn > 0;
      drawWall(ctx, theme, wall, fresh ? progress(t, building.step, model.steps) : 1, fresh);
    }
  }

  private messages(ctx: Ctx, model: Model, t: number, theme: Theme): void {
    for (const event of model.events) {
      if (event.type !== 'message' || event.text.trim() === '') continue;
      const { x, y } = tokenAt(model, event.seat, t);
      bubble(ctx, theme, event.text, x, Math.max(y - 0.46, 0.25), 0.26, [-0.5, this.size[0] + 0.5]);
    }
  }

  hitTest(model: Model, x: number, y: number): Target | null {
    const cell: Cell = cellAt({ x, y });
    if (cell[0] < 0 || cell[1] < 0 || cell[0] >= this.size[0] || cell[1] >= this.size[1]) return null;
    const seat = model.after.tokens.findIndex((token) => same(token, cell));
    if (seat >= 0) return { key: `token ${seat}`, cell, seat };
    return { key: `cell ${cell.join(' ')}`, cell };
  }

  describe(model: Model, entity: Entity): Description {
    const { cell, seat } = entity as Target;
    const { after } = model;
    if (seat !== undefined) {
      const rows: [string, string][] = [
        ['cell', cell.join(' ')],
        ['can reach', `${after.reachable[seat]!.length} cells`],
      ];
      if (after.domains) rows.push(['domain', `${after.domains[seat]!.length} cells`]);
      else rows.push(['nearer than the opponent', `${after.nearer[seat]!.length} cells`]);
      rows.push(['walls built', String(after.walls.filter((w) => w.seat === seat).length)]);
      return { title: `token of seat ${seat}`, rows };
    }
    const of = (cells: readonly Cell[][]) => [0, 1].filter((s) => cells[s]!.some((c) => same(c, cell)));
    const rows: [string, string][] = [];
    const reach = of(after.reachable);
    if (reach.length > 0) rows.push(['reachable by', seatWords(reach)]);
    const near = of(after.domains ?? after.nearer);
    if (near.length > 0) rows.push([after.domains ? 'domain of' : 'nearer to', seatWords(near)]);
    for (const wall of after.walls) {
      const side = sideOf(wall, cell);
      if (side)
        rows.push([`${side} wall`, wall.seat < 0 ? 'initial' : `seat ${wall.seat}, turn ${wall.turn}`]);
    }
    return { title: `cell ${cell.join(' ')}`, rows };
  }

  describeEvent(event: Event): string {
    return describeEvent(event);
  }

  marks(frames: readonly Frame<View>[], turn: number): Mark[] {
    return marksOf(eventsOf(frames[turn]!.view));
  }

  readonly series = [0, 1].map((seat) => ({
    label: `seat ${seat}`,
    plot: 'territory, cells',
    seat,
    value: (frames: readonly Frame<View>[], turn: number) => territory(frames, turn, seat).length,
  }));

  readonly answer = hintsOf;

  standing(frames: readonly Frame<View>[], turn: number, seat: number) {
    const { view } = frames[turn]!;
    const facts: [string, string][] = [
      [view.domains ? 'domain' : 'territory', String(territory(frames, turn, seat).length)],
      ['reach', String(view.reachable[seat]!.length)],
      ['walls', String(view.walls.filter((w) => w.seat === seat).length)],
    ];
    return { score: view.domains ? view.domains[seat]!.length : null, facts };
  }
}

function seatWords(seats: number[]): string {
  return seats.length === 2 ? 'both seats' : `seat ${seats[0]}`;
}
