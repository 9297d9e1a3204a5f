import type { Frame, GameEvent } from '../../replay/model';
import { type Ctx, seatColor, wrong } from '../board/draw';
import { mix, progress, stepCount } from '../board/motion';
import type { Board, Description, Entity, Look, Mark, Renderer } from '../renderer';
import {
  drawBase,
  drawBeam,
  drawBlast,
  drawFlag,
  drawMine,
  drawMinion,
  type MinionLook,
  wallsPath,
} from './figures';

type Cell = [number, number]; // column, row

interface Scene {
  width: number;
  height: number;
  grid: string[];
  bases: [Cell, Cell];
  health: number;
}

interface Minion {
  at: Cell;
  health: number;
  timeout: number;
  alive: boolean;
  carries: boolean;
}

interface Mine {
  at: Cell;
  seat: number;
  minion: number;
}

interface Flag {
  at: Cell;
  carrier: number;
}

export interface View {
  turn: number;
  seats: { credits: number; alive: number; minions: Minion[]; sight: string[]; shown: number[] }[]; // shown: the opponent's minions in sight
  flags: [Flag, Flag]; // by the seat that owns it
  coins: string[];
  mines: Mine[];
  events: Event[] | null;
}

/** The fields that an event of the rules may have; its type tells which. */
interface Event extends GameEvent {
  seat: number;
  minion: number;
  at: Cell;
  to: Cell;
  target: Cell;
  flag: number;
  cells: Cell[];
  power_up: string;
  price: number;
  credits: number;
  by: string;
  damage: number;
  health: number;
  timeout: number;
  reason: string;
  scores: [number, number];
  kind: string;
  line: string;
  why: string;
}

/** What draw needs for one turn: the position before it, after it, and what happened between. */
export interface Model {
  before: View;
  after: View;
  events: Event[];
  steps: number;
}

interface Target extends Entity {
  cell: Cell;
  seat?: number;
  minion?: number;
}

const renderer: Renderer = {
  options: [
    { key: 'coins', label: 'coins', initial: true },
    { key: 'mines', label: 'mines', initial: true },
    { key: 'targets', label: 'where minions are going', initial: false },
    { key: 'beams', label: 'fire, frost and blasts', initial: true },
    { key: 'fog', label: 'fog of the chosen seat', initial: true },
  ],
  load: (_header, scene) => new CtfBoard(scene as Scene),
};

export default renderer;

export class CtfBoard implements Board<Model> {
  readonly bounds;
  private walls: Path2D | undefined; // made at the first drawing

  constructor(private scene: Scene) {
    this.bounds = { x: 0, y: 0, w: scene.width, h: scene.height };
  }

  state(frames: readonly Frame[], turn: number): Model {
    const after = viewOf(frames, turn);
    const events = after.events ?? [];
    return { before: viewOf(frames, Math.max(0, turn - 1)), after, events, steps: stepCount(events) };
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const { width, height, grid, bases } = this.scene;
    ctx.fillStyle = theme.board;
    ctx.fillRect(0, 0, width, height);
    for (const [seat, base] of bases.entries()) drawBase(ctx, theme, seat, base);
    if (options.coins) this.coins(ctx, model, t, look);
    if (options.beams) this.powers(ctx, model, t, look);
    this.walls ??= wallsPath(grid);
    ctx.fillStyle = theme.wall;
    ctx.fill(this.walls);
    if (options.fog && look.seat !== null) this.fog(ctx, model, t, look);
    if (options.mines) {
      for (const mine of minesAt(model, t)) {
        const hidden = options.fog === true && look.seat === 1 - mine.seat;
        drawMine(ctx, theme, mine, hidden);
      }
    }
    if (options.targets) this.targets(ctx, model, t, look);
    const flags = [0, 1].map((owner) => flagAt(model, owner, t));
    flags.forEach((flag, owner) => {
      if (!flag.carried) drawFlag(ctx, theme, owner, flag.x, flag.y);
    });
    this.minions(ctx, model, t, look);
    flags.forEach((flag, owner) => {
      if (flag.carried) drawFlag(ctx, theme, owner, flag.x + 0.28, flag.y - 0.4);
    });
    for (const e of model.events) {
      if (e.type === 'misplaced' || e.type === 'stuck') wrong(ctx, theme, ...e.target);
    }
  }

  private coins(ctx: Ctx, model: Model, t: number, { theme }: Look): void {
    const r = 0.1;
    ctx.beginPath();
    model.after.coins.forEach((row, y) => {
      for (let x = row.indexOf('o'); x >= 0; x = row.indexOf('o', x + 1)) {
        ctx.moveTo(x + 0.5 + r, y + 0.5);
        ctx.arc(x + 0.5, y + 0.5, r, 0, 2 * Math.PI);
      }
    });
    for (const e of model.events) {
      if (e.type !== 'coin') continue;
      const p = progress(t, e.step, model.steps);
      const [x, y] = e.at;
      if (p < 1) {
        ctx.moveTo(x + 0.5 + r, y + 0.5 - p * 0.5);
        ctx.arc(x + 0.5, y + 0.5 - p * 0.5, r * (1 - p), 0, 2 * Math.PI);
      }
    }
    ctx.fillStyle = theme.coin;
    ctx.fill();
  }

  /** Beams and blasts flare in their step; a trace stays while the turn is shown. */
  private powers(ctx: Ctx, model: Model, t: number, { theme }: Look): void {
    for (const e of model.events) {
      const p = progress(t, e.step, model.steps);
      if (p === 0) continue;
      const strength = Math.max(0.3, Math.sin(Math.PI * p));
      if (e.type === 'fire') drawBeam(ctx, theme, 'fire', e.at, e.cells, strength);
      if (e.type === 'freeze') drawBeam(ctx, theme, 'ice', e.at, e.cells, strength);
      if (e.type === 'blast') drawBlast(ctx, theme, e.at, e.cells, strength, p);
    }
  }

  /** Veils what the seat does not see: its next input is told of no coin and no minion there. */
  private fog(ctx: Ctx, model: Model, t: number, { theme, seat }: Look): void {
    const view = t === 1 ? model.after : model.before;
    ctx.save();
    ctx.beginPath();
    view.seats[seat!]?.sight.forEach((row, y) => {
      for (let x = 0; x < row.length; x++) if (row[x] !== '+') ctx.rect(x, y, 1, 1);
    });
    ctx.globalAlpha = 0.62;
    ctx.fillStyle = theme.ground;
    ctx.fill();
    ctx.restore();
  }

  private targets(ctx: Ctx, model: Model, t: number, { theme }: Look): void {
    ctx.save();
    ctx.lineWidth = 0.05;
    ctx.setLineDash([0.15, 0.15]);
    ctx.globalAlpha = 0.7;
    for (const e of model.events) {
      if (e.type !== 'move') continue;
      const { x, y } = minionAt(model, e.seat, e.minion, t);
      ctx.strokeStyle = seatColor(theme, e.seat);
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(e.target[0] + 0.5, e.target[1] + 0.5);
      ctx.stroke();
    }
    ctx.restore();
  }

  private minions(ctx: Ctx, model: Model, t: number, look: Look): void {
    for (const seat of [0, 1]) {
      for (const [id] of model.after.seats[seat]!.minions.entries()) {
        const m = minionLook(model, seat, id, t);
        if (m.presence === 0) continue;
        const hidden =
          look.options.fog &&
          look.seat === 1 - seat &&
          !(t === 1 ? model.after : model.before).seats[look.seat]!.shown.includes(id);
        drawMinion(ctx, look.theme, seat, id, {
          ...m,
          share: m.health / this.scene.health,
          hidden: hidden ?? false,
          hover: look.hover?.key === minionKey(seat, id),
        });
      }
    }
  }

  hitTest(model: Model, x: number, y: number): Target | null {
    let best: Target | null = null;
    let least = 0.5;
    for (const seat of [0, 1]) {
      model.after.seats[seat]!.minions.forEach((m, id) => {
        if (!m.alive) return;
        const at = minionAt(model, seat, id, 1);
        const far = Math.hypot(at.x - x, at.y - y);
        if (far < least) {
          least = far;
          best = { key: minionKey(seat, id), cell: m.at, seat, minion: id };
        }
      });
    }
    if (best !== null) return best;
    const cell: Cell = [Math.floor(x), Math.floor(y)];
    if (this.scene.grid[cell[1]]?.[cell[0]] !== '.') return null;
    return { key: `cell ${cell.join(' ')}`, cell };
  }

  describe(model: Model, entity: Entity): Description {
    const { cell, seat, minion } = entity as Target;
    const { after } = model;
    const rows: [string, string][] = [['cell r c', rc(cell)]];
    if (seat !== undefined && minion !== undefined) {
      const m = after.seats[seat]!.minions[minion]!;
      rows.push(['health', `${m.health} of ${this.scene.health}`]);
      rows.push(['timeout', m.timeout > 0 ? `${m.timeout} turns` : 'none']);
      rows.push(['carries', m.carries ? `flag of seat ${1 - seat}` : 'nothing']);
      rows.push(['shown to the opponent', after.seats[1 - seat]!.shown.includes(minion) ? 'yes' : 'no']);
      for (const e of model.events) {
        if (e.seat === seat && e.minion === minion)
          rows.push([`in turn ${after.turn}`, withoutName(this.describeEvent(e))]);
      }
      return { title: `minion ${minion} of seat ${seat}`, rows };
    }
    rows.push(['coin', after.coins[cell[1]]![cell[0]] === 'o' ? 'yes' : 'no']);
    const seen = [0, 1].filter((s) => after.seats[s]!.sight[cell[1]]![cell[0]] === '+');
    rows.push(['seen by', seen.length === 0 ? 'nobody' : seen.map((s) => `seat ${s}`).join(', ')]);
    this.scene.bases.forEach((base, s) => {
      if (same(base, cell)) rows.push(['flag-base', `seat ${s}`]);
    });
    after.flags.forEach((flag, s) => {
      if (same(flag.at, cell)) rows.push(['flag', `seat ${s}`]);
    });
    for (const mine of after.mines) {
      if (same(mine.at, cell)) rows.push(['mine', `minion ${mine.minion} of seat ${mine.seat}`]);
    }
    return { title: 'cell', rows };
  }

  describeEvent(event: GameEvent): string {
    const e = event as Event;
    const who = `minion ${e.minion}`;
    switch (e.type) {
      case 'fault':
        return `${e.kind}${e.line ? `: "${e.line}"` : ''}: ${e.why}`;
      case 'ignored':
        return `${who} is timed out or dead; its command has no impact`;
      case 'carry':
        return `${who} carries the flag of seat ${e.flag} to ${rc(e.to)}`;
      case 'drop':
        return `${who} drops the flag of seat ${e.flag} at ${rc(e.at)}`;
      case 'take':
        return `${who} takes the flag of seat ${e.flag} at ${rc(e.at)}`;
      case 'move':
        return `${who} moves to ${rc(e.to)}${same(e.to, e.target) ? '' : ` on the way to ${rc(e.target)}`}`;
      case 'stuck':
        return `${who} finds no way to ${rc(e.target)}`;
      case 'coin':
        return `${who} collects the coin at ${rc(e.at)}`;
      case 'fire':
        return `${who} uses FIRE at ${rc(e.at)}`;
      case 'freeze':
        return `${who} uses FREEZE at ${rc(e.at)}`;
      case 'mine':
        return `${who} plants a mine at ${rc(e.target)}`;
      case 'misplaced':
        return `${who} cannot plant a mine at ${rc(e.target)}`;
      case 'unpaid':
        return `${who} cannot pay ${e.power_up}: it costs ${e.price}, there are ${e.credits}`;
      case 'blast':
        return `a mine of minion ${e.minion} goes off at ${rc(e.at)}`;
      case 'hit':
        return `${who} loses ${e.damage} hp by ${e.by}; ${e.health} left`;
      case 'frozen':
        return `${who} is timed out for ${e.timeout} turns`;
      case 'kill':
        return `${who} is dead`;
      case 'unfrozen':
        return `${who} is free again`;
      case 'capture':
        return `the flag of seat ${e.flag} is at the base of seat ${e.seat}`;
      case 'end':
        return `the match is over: ${e.reason}, ${e.scores.join(' to ')}`;
      default:
        return e.type;
    }
  }

  marks(frames: readonly Frame[], turn: number): Mark[] {
    const kinds: Record<string, Mark['kind']> = {
      kill: 'kill',
      capture: 'capture',
      take: 'capture',
      frozen: 'score',
      hit: 'score',
    };
    return (viewOf(frames, turn).events ?? []).flatMap((e): Mark[] => {
      const kind = kinds[e.type];
      return kind === undefined
        ? []
        : [{ kind, seat: e.seat, text: `seat ${e.seat}: ${this.describeEvent(e)}` }];
    });
  }

  readonly series = [
    ...perSeat('score points', (v, seat) => v.seats[seat]!.credits),
    ...perSeat('health of all minions', (v, seat) =>
      v.seats[seat]!.minions.reduce((sum, m) => sum + (m.alive ? Math.max(0, m.health) : 0), 0),
    ),
  ];

  standing(frames: readonly Frame[], turn: number, seat: number) {
    const view = viewOf(frames, turn);
    const flag = view.flags[seat as 0 | 1];
    const home = same(flag.at, this.scene.bases[seat as 0 | 1]);
    const facts: [string, string][] = [
      ['score points', String(view.seats[seat]!.credits)],
      ['minions', String(view.seats[seat]!.alive)],
      ['flag', flag.carrier >= 0 ? `taken by minion ${flag.carrier}` : home ? 'home' : `at ${rc(flag.at)}`],
    ];
    return { score: null, facts };
  }
}

function viewOf(frames: readonly Frame[], turn: number): View {
  return frames[turn]!.view as unknown as View;
}

function perSeat(plot: string, value: (view: View, seat: number) => number) {
  return [0, 1].map((seat) => ({
    label: `seat ${seat}`,
    plot,
    seat,
    value: (frames: readonly Frame[], turn: number) => value(viewOf(frames, turn), seat),
  }));
}

/** Where a minion stands at t. Minions that share a cell stand a little apart. */
export function minionAt(model: Model, seat: number, id: number, t: number): { x: number; y: number } {
  const from = standAt(model.before, seat, id);
  const to = standAt(model.after, seat, id);
  const move = model.events.find((e) => e.type === 'move' && e.seat === seat && e.minion === id);
  const p = move === undefined ? t : progress(t, move.step, model.steps);
  return { x: mix(from.x, to.x, p), y: mix(from.y, to.y, p) };
}

function standAt(view: View, seat: number, id: number): { x: number; y: number } {
  const { at } = view.seats[seat]!.minions[id]!;
  const here = view.seats.flatMap((s, si) =>
    s.minions.flatMap((m, mi) => (m.alive && same(m.at, at) ? [`${si} ${mi}`] : [])),
  );
  const place = here.indexOf(`${seat} ${id}`);
  const [x, y] = [at[0] + 0.5, at[1] + 0.5];
  if (here.length < 2 || place < 0) return { x, y };
  const angle = (2 * Math.PI * place) / here.length + Math.PI;
  return { x: x + 0.2 * Math.cos(angle), y: y + 0.2 * Math.sin(angle) };
}

/** How a minion looks at t: the turn's hits, frost and death happen in their steps. */
export function minionLook(
  model: Model,
  seat: number,
  id: number,
  t: number,
): Omit<MinionLook, 'share' | 'hidden' | 'hover'> {
  const at = minionAt(model, seat, id, t);
  const after = model.after.seats[seat]!.minions[id]!;
  if (t === 1)
    return { ...at, health: after.health, timeout: after.timeout, presence: after.alive ? 1 : 0, hurt: 0 };
  const before = model.before.seats[seat]!.minions[id]!;
  let { health, timeout } = before;
  let presence = before.alive ? 1 : 0;
  let hurt = 0;
  for (const e of model.events) {
    if (e.seat !== seat || e.minion !== id) continue;
    const p = progress(t, e.step, model.steps);
    if (p === 0) continue;
    if (e.type === 'hit') {
      health = mix(health, e.health, p);
      hurt = Math.max(hurt, Math.sin(Math.PI * p));
    }
    if (e.type === 'frozen') timeout = e.timeout;
    if (e.type === 'unfrozen') timeout = 0;
    if (e.type === 'kill') presence = 1 - p;
  }
  return { ...at, health, timeout, presence, hurt };
}

/** Where the flag of a seat is at t, and whether somebody carries it. */
export function flagAt(model: Model, owner: number, t: number): { x: number; y: number; carried: boolean } {
  const flag = (t === 1 ? model.after : model.before).flags[owner as 0 | 1];
  let { at, carrier } = flag;
  if (t < 1) {
    for (const e of model.events) {
      if (e.flag !== owner || progress(t, e.step, model.steps) === 0) continue;
      if (e.type === 'drop') [at, carrier] = [e.at, -1];
      if (e.type === 'take') carrier = e.minion;
    }
  }
  if (carrier >= 0) return { ...minionAt(model, 1 - owner, carrier, t), carried: true };
  return { x: at[0] + 0.5, y: at[1] + 0.5, carried: false };
}

/** The mines that lie at t: planted and gone off in their steps. */
export function minesAt(model: Model, t: number): Mine[] {
  if (t === 1) return model.after.mines;
  const gone = model.events.filter((e) => e.type === 'blast' && progress(t, e.step, model.steps) > 0.5);
  const mines = model.before.mines.filter((m) => !gone.some((e) => same(e.at, m.at)));
  for (const e of model.events) {
    if (
      e.type === 'mine' &&
      progress(t, e.step, model.steps) > 0 &&
      !gone.some((g) => same(g.at, e.target))
    ) {
      mines.push({ at: e.target, seat: e.seat, minion: e.minion });
    }
  }
  return mines;
}

function minionKey(seat: number, id: number): string {
  return `minion ${seat} ${id}`;
}

/** A cell as the protocol writes it: row, column. */
function rc(cell: Cell): string {
  return `${cell[1]} ${cell[0]}`;
}

function withoutName(sentence: string): string {
  return sentence.replace(/^minion \d+ /, '');
}

function same(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
