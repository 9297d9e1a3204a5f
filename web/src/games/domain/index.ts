import type { Frame, GameEvent } from '../../replay/model';
import { along, area, bubble, type Ctx, grid, seatColor, text, token, wrong } from '../board/draw';
import { progress, stepCount } from '../board/motion';
import type { Board, Description, Entity, Look, Mark, Renderer, Theme } from '../renderer';

type Cell = [number, number];

interface Wall {
  between: [Cell, Cell];
  seat: number; // -1: it stood there at the start
  turn: number;
}

interface View {
  turn: number;
  mover: number;
  tokens: [Cell, Cell];
  walls: Wall[];
  messages: string[];
  reachable: Cell[][];
  nearer: Cell[][];
  domains: Cell[][] | null;
  over: boolean;
  reason: string;
  events: Event[] | null;
}

type Event = GameEvent &
  (
    | { type: 'message'; seat: number; text: string }
    | { type: 'move'; seat: number; from: Cell; to: Cell; path: Cell[] }
    | { type: 'wall'; seat: number; at: Cell; direction: string; between: [Cell, Cell] }
    | { type: 'separation'; seat: number; sizes: [number, number] }
    | { type: 'fault'; seat: number; kind: string; line?: string; why: string; at: Cell | null }
  );

/** What draw needs for one turn: the position before it, after it, and what happened between. */
export interface Model {
  before: View;
  after: View;
  events: Event[];
  steps: number;
}

interface Target extends Entity {
  cell: Cell;
  seat?: number; // of the token that is pointed at
}

const SIDE = { U: 'upper', D: 'lower', L: 'left', R: 'right' } as Record<string, string>;

const renderer: Renderer = {
  options: [
    { key: 'territory', label: 'possible territory', initial: true },
    { key: 'path', label: 'way of the last move', initial: true },
    { key: 'messages', label: 'messages', initial: true },
    { key: 'coordinates', label: 'coordinates', initial: true },
  ],
  load: (_header, scene) => new DomainBoard((scene as { size: [number, number] }).size),
};

export default renderer;

export class DomainBoard implements Board<Model> {
  readonly bounds;

  constructor(private size: [number, number]) {
    this.bounds = { x: -0.6, y: -0.6, w: size[0] + 1.2, h: size[1] + 1.2 };
  }

  state(frames: readonly Frame[], turn: number): Model {
    const after = viewOf(frames, turn);
    const events = after.events ?? [];
    return { before: viewOf(frames, Math.max(0, turn - 1)), after, events, steps: stepCount(events) };
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    this.ground(ctx, look);
    this.shade(ctx, model, t, look);
    this.grid(ctx, theme);
    this.reach(ctx, model, look);
    for (const event of model.events) {
      if (event.type === 'move' && options.path) way(ctx, theme, event, progress(t, event.step, model.steps));
    }
    this.walls(ctx, model, t, theme);
    for (const seat of [0, 1]) {
      const { x, y } = tokenAt(model, seat, t);
      token(ctx, theme, seat, x, y, 0.3, String(seat));
    }
    for (const event of model.events) {
      if (event.type === 'fault' && event.at) wrong(ctx, theme, ...event.at);
    }
    if (options.messages) this.messages(ctx, model, t, theme);
  }

  private ground(ctx: Ctx, { theme, options }: Look): void {
    const [w, h] = this.size;
    ctx.beginPath();
    ctx.roundRect(-0.08, -0.08, w + 0.16, h + 0.16, 0.12);
    ctx.fillStyle = theme.board;
    ctx.fill();
    if (!options.coordinates) return;
    for (let i = 0; i < w; i++) text(ctx, String(i), i + 0.5, -0.32, { color: theme.muted, size: 0.24 });
    for (let i = 0; i < h; i++) text(ctx, String(i), -0.32, i + 0.5, { color: theme.muted, size: 0.24 });
  }

  /** Domains once the tokens are parted, possible territory before. */
  private shade(ctx: Ctx, model: Model, t: number, { theme, options }: Look): void {
    const { before, after } = model;
    const parted = model.events.find((e) => e.type === 'separation');
    const full = parted ? progress(t, parted.step, model.steps) : 1;
    const shown = t === 1 ? after : before;
    for (const seat of [0, 1]) {
      if (after.domains) area(ctx, theme, seat, after.domains[seat]!, full);
      if (options.territory && !shown.domains) {
        area(ctx, theme, seat, shown.nearer[seat]!, after.domains ? 0.5 * (1 - full) : 0.5);
      }
    }
  }

  private grid(ctx: Ctx, theme: Theme): void {
    const [w, h] = this.size;
    grid(ctx, theme, w, h);
    ctx.beginPath();
    ctx.roundRect(-0.04, -0.04, w + 0.08, h + 0.08, 0.08);
    ctx.strokeStyle = theme.wall;
    ctx.lineWidth = 0.08;
    ctx.stroke();
  }

  /** The cells that the token under the pointer can reach. */
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
      bubble(ctx, theme, event.text, x, Math.max(y - 0.32, 0.25), 0.26, [-0.5, this.size[0] + 0.5]);
    }
  }

  hitTest(model: Model, x: number, y: number): Target | null {
    const cell: Cell = [Math.floor(x), Math.floor(y)];
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
      else rows.push(['nearer than the other', `${after.nearer[seat]!.length} cells`]);
      rows.push(['walls built', String(after.walls.filter((w) => w.seat === seat).length)]);
      return { title: `token of seat ${seat}`, rows };
    }
    const of = (cells: Cell[][]) => [0, 1].filter((s) => cells[s]!.some((c) => same(c, cell)));
    const rows: [string, string][] = [];
    const reach = of(after.reachable);
    if (reach.length > 0) rows.push(['in reach of', seatWords(reach)]);
    const near = of(after.domains ?? after.nearer);
    if (near.length > 0) rows.push([after.domains ? 'domain of' : 'nearer to', seatWords(near)]);
    for (const wall of after.walls) {
      const side = sideOf(wall, cell);
      if (side)
        rows.push([
          `${side} wall`,
          wall.seat < 0 ? 'from the start' : `seat ${wall.seat}, turn ${wall.turn}`,
        ]);
    }
    return { title: `cell ${cell.join(' ')}`, rows };
  }

  describeEvent(event: GameEvent): string {
    const e = event as Event;
    switch (e.type) {
      case 'message':
        return `says "${e.text}"`;
      case 'move':
        return same(e.from, e.to)
          ? `stays at ${e.to.join(' ')}`
          : `moves from ${e.from.join(' ')} to ${e.to.join(' ')}`;
      case 'wall':
        return `builds the ${SIDE[e.direction] ?? e.direction} wall of ${e.at.join(' ')}`;
      case 'separation':
        return `parts the tokens: domains of ${e.sizes[0]} and ${e.sizes[1]} cells`;
      case 'fault':
        return `${e.kind}${e.line ? `: "${e.line}"` : ''}: ${e.why}`;
    }
  }

  marks(frames: readonly Frame[], turn: number): Mark[] {
    return (viewOf(frames, turn).events ?? []).flatMap((e): Mark[] =>
      e.type === 'separation' ? [{ kind: 'capture', seat: e.seat, text: this.describeEvent(e) }] : [],
    );
  }

  readonly series = [0, 1].map((seat) => ({
    label: `seat ${seat}`,
    plot: 'territory, cells',
    seat,
    value: (frames: readonly Frame[], turn: number) => territory(viewOf(frames, turn), seat),
  }));

  standing(frames: readonly Frame[], turn: number, seat: number) {
    const view = viewOf(frames, turn);
    const facts: [string, string][] = [
      [view.domains ? 'domain' : 'territory', String(territory(view, seat))],
      ['reach', String(view.reachable[seat]!.length)],
      ['walls', String(view.walls.filter((w) => w.seat === seat).length)],
    ];
    return { score: view.domains ? view.domains[seat]!.length : null, facts };
  }
}

function viewOf(frames: readonly Frame[], turn: number): View {
  return frames[turn]!.view as unknown as View;
}

function territory(view: View, seat: number): number {
  return (view.domains ?? view.nearer)[seat]!.length;
}

/** Where a token stands at t, in its way through the cells. */
export function tokenAt(model: Model, seat: number, t: number): { x: number; y: number } {
  for (const event of model.events) {
    if (event.type === 'move' && event.seat === seat)
      return along(event.path, progress(t, event.step, model.steps));
  }
  return along([model.after.tokens[seat]!], 0);
}

function way(ctx: Ctx, theme: Theme, move: { seat: number; path: Cell[] }, share: number): void {
  if (move.path.length < 2 || share === 0) return;
  const end = along(move.path, share);
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(move.path[0]![0] + 0.5, move.path[0]![1] + 0.5);
  for (const [x, y] of move.path.slice(1, Math.floor(share * (move.path.length - 1)) + 1))
    ctx.lineTo(x + 0.5, y + 0.5);
  ctx.lineTo(end.x, end.y);
  ctx.strokeStyle = seatColor(theme, move.seat);
  ctx.globalAlpha = 0.65;
  ctx.lineWidth = 0.07;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.setLineDash([0.02, 0.16]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(move.path[0]![0] + 0.5, move.path[0]![1] + 0.5, 0.1, 0, 2 * Math.PI);
  ctx.lineWidth = 0.05;
  ctx.stroke();
  ctx.restore();
}

/** A thick bar that grows from its middle; seat 1's has a light line in it, the newest one a rim. */
function drawWall(
  ctx: Ctx,
  theme: Theme,
  { between: [a, b], seat }: Wall,
  grown: number,
  fresh: boolean,
): void {
  if (grown === 0) return;
  const upright = a[1] === b[1];
  const x = upright ? b[0] : a[0] + 0.5;
  const y = upright ? a[1] + 0.5 : b[1];
  const half = 0.47 * grown;
  const line = (width: number, color: string, dash: number[] = []) => {
    ctx.beginPath();
    ctx.moveTo(x - (upright ? 0 : half), y - (upright ? half : 0));
    ctx.lineTo(x + (upright ? 0 : half), y + (upright ? half : 0));
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.setLineDash([]);
  };
  ctx.save();
  ctx.lineCap = 'round';
  if (fresh) line(0.24, theme.text);
  line(0.17, seat < 0 ? theme.muted : seatColor(theme, seat));
  if (seat === 1) line(0.045, theme.onSeat, [0.001, 0.13]);
  ctx.restore();
}

function sideOf({ between: [a, b] }: Wall, cell: Cell): string | undefined {
  const upright = a[1] === b[1];
  if (same(a, cell)) return upright ? 'right' : 'lower';
  if (same(b, cell)) return upright ? 'left' : 'upper';
  return undefined;
}

function same(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function seatWords(seats: number[]): string {
  return seats.length === 2 ? 'both seats' : `seat ${seats[0]}`;
}
