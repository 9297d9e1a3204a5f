import { eventsOf, type Frame } from '../../replay/model';
import { Blocks } from '../board/blocks';
import { celebrate, rays } from '../board/celebrate';
import { type Cell, cellAt, distance, middle, type Point, same } from '../board/cell';
import { coordinates } from '../board/coordinates';
import { markWrong } from '../board/highlight';
import { Layer } from '../board/layer';
import { progress } from '../board/motion';
import { seatColor } from '../board/seat';
import type { Ctx } from '../board/text';
import { turnOf } from '../board/turn';
import type { Board, Description, Entity, LogLine, Look, Mark } from '../renderer';
import { hintsOf } from './answer';
import { describeAction, describeEvent, marksOf, rowColumn } from './events';
import {
  drawBeam,
  drawBlast,
  drawFlag,
  drawGhost,
  drawMine,
  drawMinion,
  drawTongues,
  gardenOf,
  sheet,
} from './figures';
import { logOf } from './log';
import { actionAt, flagAt, type Model, minesAt, minionAt, minionPose, NEAR } from './model';
import type { EndEvent, Event, Scene, View } from './types.gen';

const COIN = 0.44; // cells
const CHEER = 4; // cells around the winner's base

interface Target extends Entity {
  cell: Cell;
  seat?: number;
  minion?: number;
}

export class CtfBoard implements Board<Model, View> {
  readonly bounds;
  readonly near = NEAR;
  private blocks: Blocks;
  private still = new Layer(); // what does not change

  constructor(private scene: Scene) {
    this.bounds = { x: 0, y: 0, w: scene.width, h: scene.height };
    this.blocks = new Blocks(scene.width, scene.height, (x, y) => scene.grid[y]![x] === '#');
  }

  ready(): Promise<void> {
    return sheet.load();
  }

  state(frames: readonly Frame<View>[], turn: number): Model {
    return turnOf(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const key = [sheet.loaded, theme.dark, options.coordinates].join(' ');
    this.still.draw(ctx, key, [], (own) => this.ground(own, look));
    if (options.coins) this.coins(ctx, model, t, look);
    if (options.beams) this.powers(ctx, model, t, look);
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
    for (const e of model.events)
      if (e.type === 'end') this.ending(e, model, t, (...winner) => rays(ctx, theme, ...winner));
    this.minions(ctx, model, t, look);
    flags.forEach((flag, owner) => {
      if (flag.carried) drawFlag(ctx, theme, owner, flag.x + 0.42, flag.y - 0.34);
    });
    for (const e of model.events) {
      if (e.type === 'kill') drawGhost(ctx, theme, middle(e.at), progress(t, e.step, model.steps));
      if (e.type === 'end') this.ending(e, model, t, (...winner) => celebrate(ctx, theme, ...winner));
      if (e.type === 'misplaced' || e.type === 'stuck') markWrong(ctx, theme, ...e.target);
    }
  }

  private ground(ctx: Ctx, { theme, options, scale }: Look): void {
    const { width, height, bases } = this.scene;
    this.blocks.draw(ctx, gardenOf(theme));
    for (const [seat, base] of bases.entries()) {
      const { x, y } = middle(base);
      sheet.draw(ctx, theme, `base-${seat}`, x, y, 1.1);
    }
    if (!options.coordinates) return;
    // On the border, which is a wall.
    const color = theme.dark ? '#a9bdb0' : '#2c452f';
    coordinates(ctx, theme, scale, { x: [1, width - 1, 0.5], y: [1, height - 1, 0.5] }, color);
  }

  private coins(ctx: Ctx, model: Model, t: number, { theme }: Look): void {
    const draw = (x: number, y: number, size: number) =>
      sheet.draw(ctx, theme, 'coin', x + 0.5, y + 0.5, size);
    model.after.coins.forEach((row, y) => {
      for (let x = row.indexOf('o'); x >= 0; x = row.indexOf('o', x + 1)) draw(x, y, COIN);
    });
    for (const e of model.events) {
      if (e.type !== 'coin') continue;
      const p = progress(t, e.step, model.steps);
      if (p < 1) draw(e.at[0], e.at[1] - 0.7 * p, COIN * (1 - p));
    }
  }

  /** Beams and blasts flare in their step; a trace stays while the turn is shown. */
  private powers(ctx: Ctx, model: Model, t: number, { theme }: Look): void {
    for (const e of model.events) {
      const p = progress(t, e.step, model.steps);
      if (p === 0) continue;
      const strength = Math.max(0.3, Math.sin(Math.PI * p));
      if (e.type === 'fire') {
        drawBeam(ctx, theme, 'fire', e.at, e.cells, strength, p);
        drawTongues(ctx, theme, 'flame', e.at, e.cells, p);
      }
      if (e.type === 'freeze') {
        drawBeam(ctx, theme, 'ice', e.at, e.cells, strength, p);
        drawTongues(ctx, theme, 'frost', e.at, e.cells, p);
      }
      if (e.type === 'blast') drawBlast(ctx, theme, e.at, e.cells, p);
    }
  }

  /** Covers what the seat does not see: its next input has no coin and no minion there. */
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
    const view = t === 1 ? model.after : model.before;
    const all = [0, 1].flatMap((seat) =>
      view.seats[seat]!.minions.map((_, id) => ({ seat, id, pose: minionPose(model, seat, id, t) })),
    );
    all.sort((a, b) => a.pose.y - b.pose.y); // who stands in front is drawn last
    for (const { seat, id, pose } of all) {
      if (pose.presence === 0) continue;
      const fogged = look.options.fog === true && look.seat === 1 - seat;
      drawMinion(ctx, look.theme, seat, id, {
        ...pose,
        share: pose.health / this.scene.health,
        hidden: fogged && !view.seats[1 - seat]!.shown.includes(id),
        hover: look.hover?.key === minionKey(seat, id),
      });
    }
  }

  /** Draws at the winner's base that the match is over. */
  private ending(
    { scores, step }: EndEvent,
    model: Model,
    t: number,
    draw: (seat: number, at: Point, reach: number, share: number) => void,
  ): void {
    const share = progress(t, step, model.steps);
    if (share === 0 || scores[0] === scores[1]) return;
    const seat = scores[0] > scores[1] ? 0 : 1;
    draw(seat, middle(this.scene.bases[seat]), CHEER, share);
  }

  readonly focus = actionAt;

  hitTest(model: Model, x: number, y: number): Target | null {
    let best: Target | null = null;
    let least = 0.5;
    for (const seat of [0, 1]) {
      model.after.seats[seat]!.minions.forEach((m, id) => {
        if (!m.alive) return;
        const at = minionAt(model, seat, id, 1);
        const far = distance(at, { x, y });
        if (far < least) {
          least = far;
          best = { key: minionKey(seat, id), cell: m.at, seat, minion: id };
        }
      });
    }
    if (best !== null) return best;
    const cell: Cell = cellAt({ x, y });
    if (this.scene.grid[cell[1]]?.[cell[0]] !== '.') return null;
    return { key: `cell ${cell.join(' ')}`, cell };
  }

  describe(model: Model, entity: Entity): Description {
    const { cell, seat, minion } = entity as Target;
    const { after } = model;
    const rows: [string, string][] = [['cell r c', rowColumn(cell)]];
    if (seat !== undefined && minion !== undefined) {
      const m = after.seats[seat]!.minions[minion]!;
      rows.push(['health', `${m.health} of ${this.scene.health}`]);
      rows.push(['timeout', m.timeout > 0 ? `${m.timeout} turns` : 'none']);
      rows.push(['carries', m.carries ? `the flag of seat ${1 - seat}` : 'nothing']);
      rows.push(['visible to the opponent', after.seats[1 - seat]!.shown.includes(minion) ? 'yes' : 'no']);
      for (const e of model.events) {
        if (e.type === 'end' || e.type === 'fault' || e.seat !== seat || e.minion !== minion) continue;
        rows.push([`in turn ${after.turn}`, describeAction(e)]);
      }
      return { title: `minion ${minion} of seat ${seat}`, rows };
    }
    rows.push(['coin', after.coins[cell[1]]![cell[0]] === 'o' ? 'yes' : 'no']);
    const seen = [0, 1].filter((s) => after.seats[s]!.sight[cell[1]]![cell[0]] === '+');
    rows.push(['seen by', seen.length === 0 ? 'no seat' : seen.map((s) => `seat ${s}`).join(', ')]);
    this.scene.bases.forEach((base, s) => {
      if (same(base, cell)) rows.push(['flag base', `seat ${s}`]);
    });
    after.flags.forEach((flag, s) => {
      if (same(flag.at, cell)) rows.push(['flag', `seat ${s}`]);
    });
    for (const mine of after.mines) {
      if (same(mine.at, cell)) rows.push(['mine', `minion ${mine.minion} of seat ${mine.seat}`]);
    }
    return { title: 'cell', rows };
  }

  describeEvent(event: Event): string {
    return describeEvent(event);
  }

  log(frames: readonly Frame<View>[], turn: number): LogLine[] {
    return logOf(frames, turn);
  }

  marks(frames: readonly Frame<View>[], turn: number): Mark[] {
    return marksOf(eventsOf(frames[turn]!.view));
  }

  readonly series = [
    ...perSeat('score points', (v, seat) => v.seats[seat]!.credits),
    ...perSeat('health of all minions', (v, seat) =>
      v.seats[seat]!.minions.reduce((sum, m) => sum + (m.alive ? Math.max(0, m.health) : 0), 0),
    ),
  ];

  readonly answer = hintsOf;

  standing(frames: readonly Frame<View>[], turn: number, seat: number) {
    const { view } = frames[turn]!;
    const flag = view.flags[seat as 0 | 1];
    const home = same(flag.at, this.scene.bases[seat as 0 | 1]);
    const facts: [string, string][] = [
      ['score points', String(view.seats[seat]!.credits)],
      ['minions', String(view.seats[seat]!.alive)],
      [
        'flag',
        flag.carrier >= 0
          ? `carried by minion ${flag.carrier}`
          : home
            ? 'at its base'
            : `at ${rowColumn(flag.at)}`,
      ],
    ];
    return { score: null, facts };
  }
}

function perSeat(plot: string, value: (view: View, seat: number) => number) {
  return [0, 1].map((seat) => ({
    label: `seat ${seat}`,
    plot,
    seat,
    value: (frames: readonly Frame<View>[], turn: number) => value(frames[turn]!.view, seat),
  }));
}

function minionKey(seat: number, id: number): string {
  return `minion ${seat} ${id}`;
}
