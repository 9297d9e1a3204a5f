import type { Frame, GameEvent, Header } from '../../replay/model';
import { type Ctx, grid, text, wrong } from '../board/draw';
import { progress } from '../board/motion';
import { speech } from '../board/speech';
import type { Board, Description, Entity, Look, Mark, Renderer, Theme } from '../renderer';
import * as figure from './figures';
import { drawHud, HUD } from './hud';
import {
  around,
  type Cell,
  type Event,
  type Model,
  type Monster,
  modelOf,
  type Scene,
  type Stage,
  same,
  stageAt,
  viewOf,
} from './model';

interface Target extends Entity {
  cell: Cell;
  monster?: number; // its id, when one is pointed at
  hero?: boolean;
}

const NOTES: Readonly<Record<string, string>> = {
  detour: 'no way in sight leads there',
  no_charge: 'no charge is left',
  out_of_range: 'the target is out of range',
  unreachable: 'no way in sight leads nearer',
  obstacle: 'an obstacle is in the way',
};

const ENDS: Readonly<Record<string, string>> = {
  exit: 'the hero takes the exit',
  dead: 'the hero is dead',
  turn_limit: 'the last turn is over',
  bad_command: 'the line was no command',
  timeout: 'no answer came in time',
};

const renderer: Renderer = {
  options: [
    { key: 'fog', label: 'fog', initial: true },
    { key: 'memory', label: 'memory: what was seen before', initial: true },
    { key: 'threat', label: 'cells that monsters can hit', initial: false },
    { key: 'messages', label: 'messages', initial: true },
    { key: 'coordinates', label: 'coordinates', initial: true },
  ],
  load: (_header: Header, scene: unknown) => new KeeperBoard(scene as Scene),
};

export default renderer;

export class KeeperBoard implements Board<Model> {
  readonly bounds;

  constructor(private scene: Scene) {
    const { width, height } = scene;
    this.bounds = { x: -0.6, y: -HUD - 0.6, w: width + 0.8, h: height + HUD + 0.8 };
  }

  state(frames: readonly Frame[], turn: number): Model {
    return modelOf(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const stage = stageAt(model, t);
    this.maze(ctx, look);
    if (options.threat) this.threat(ctx, stage, theme);
    for (const { item, cell, alpha } of stage.items) {
      faded(ctx, alpha, () => figure.item(ctx, theme, item, cell[0] + 0.5, cell[1] + 0.5, 0.3));
    }
    for (const m of stage.monsters) faded(ctx, m.alpha, () => this.monster(ctx, theme, m));
    this.hero(ctx, theme, stage);
    if (options.fog) this.fog(ctx, model, stage, look);
    for (const event of model.events) this.event(ctx, theme, event, progress(t, event.step, model.steps));
    this.ranges(ctx, model, look);
    drawHud(ctx, theme, this.scene, model, stage);
    if (options.messages) this.messages(ctx, model, stage, theme);
  }

  private maze(ctx: Ctx, { theme, options }: Look): void {
    const { width, height, obstacles } = this.scene;
    ctx.fillStyle = theme.board;
    ctx.fillRect(0, 0, width, height);
    grid(ctx, theme, width, height);
    ctx.beginPath();
    for (const [x, y] of obstacles) ctx.rect(x - 0.01, y - 0.01, 1.02, 1.02); // joins neighbours without a seam
    ctx.fillStyle = theme.wall;
    ctx.fill();
    ctx.beginPath();
    ctx.rect(-0.04, -0.04, width + 0.08, height + 0.08);
    ctx.strokeStyle = theme.wall;
    ctx.lineWidth = 0.08;
    ctx.stroke();
    if (!options.coordinates) return;
    const style = { color: theme.muted, size: 0.22 };
    for (let x = 0; x < width; x++) text(ctx, String(x), x + 0.5, -0.25, style);
    for (let y = 0; y < height; y++) text(ctx, String(y), -0.28, y + 0.5, style);
  }

  /** Hatches every cell that some monster could hit. */
  private threat(ctx: Ctx, stage: Stage, theme: Theme): void {
    const { width, height } = this.scene;
    ctx.save();
    ctx.beginPath();
    for (const m of stage.monsters) {
      const { damage, attack } = this.typeOf(m.kind);
      const { x, y, w, h } = around(this.scene, m.cell, attack);
      if (damage > 0) ctx.rect(x, y, w, h);
    }
    ctx.clip();
    ctx.beginPath();
    for (let k = 0; k < width + height; k += 0.34) {
      ctx.moveTo(k, 0);
      ctx.lineTo(k - height, height);
    }
    ctx.globalAlpha = 0.35;
    ctx.strokeStyle = theme.danger;
    ctx.lineWidth = 0.05;
    ctx.stroke();
    ctx.restore();
  }

  private monster(ctx: Ctx, theme: Theme, m: Stage['monsters'][number]): void {
    figure.monster(ctx, theme, m.kind, m.x + 0.5, m.y + 0.44, 0.36);
    bar(ctx, theme, m.x + 0.12, m.y + 0.86, m.health / this.typeOf(m.kind).health, theme.good);
  }

  private hero(ctx: Ctx, theme: Theme, { hero }: Stage): void {
    figure.hero(ctx, theme, hero.x + 0.5, hero.y + 0.44, 0.36);
    bar(ctx, theme, hero.x + 0.12, hero.y + 0.86, hero.health / this.scene.max_health, theme.seat[0]);
  }

  /**
   * Through the hero's eyes the fog hides what the last input did not tell; a spectator sees through it, and its hole
   * goes with the hero.
   */
  private fog(ctx: Ctx, model: Model, stage: Stage, look: Look): void {
    const { width, height, sight } = this.scene;
    const own = look.seat !== null;
    const { x, y } = stage.hero;
    ctx.save();
    if (!own) {
      ctx.beginPath();
      ctx.rect(0, 0, width, height);
      ctx.rect(x - sight, y - sight, 2 * sight + 1, 2 * sight + 1);
      ctx.clip('evenodd');
    }
    for (const kind of ['#', '-', '.']) {
      const alpha = veil(kind, own, look.options.memory ?? true);
      if (alpha === 0) continue;
      ctx.beginPath();
      model.after.fog.forEach((row, fy) => {
        for (let fx = 0; fx < row.length; fx++) if (row[fx] === kind) ctx.rect(fx, fy, 1, 1);
      });
      ctx.globalAlpha = alpha;
      ctx.fillStyle = alpha === 1 ? look.theme.boardLine : look.theme.ground;
      ctx.fill();
    }
    ctx.restore();
    if (own) this.hero(ctx, look.theme, stage);
    else this.square(ctx, look.theme.muted, [x, y], sight, [0.12, 0.12], 0.7);
  }

  /** What the turn did stays drawn until the next one. */
  private event(ctx: Ctx, theme: Theme, event: Event, share: number): void {
    if (share === 0) return;
    const fresh = share < 1 ? 1 : 0.75;
    switch (event.type) {
      case 'attack':
        for (const [x, y] of event.cells) {
          ctx.save();
          ctx.globalAlpha = 0.4 * (1 - 0.6 * share);
          ctx.fillStyle = theme.fire;
          ctx.fillRect(x, y, 1, 1);
          ctx.globalAlpha = fresh;
          ctx.strokeStyle = theme.fire;
          ctx.lineWidth = 0.06;
          ctx.strokeRect(x + 0.04, y + 0.04, 0.92, 0.92);
          ctx.restore();
        }
        if (!event.cells.some((c) => same(c, event.from)))
          arrow(ctx, theme.fire, event.from, event.target, share, fresh);
        ctx.save();
        ctx.beginPath();
        ctx.arc(event.target[0] + 0.16, event.target[1] + 0.16, 0.2, 0, 2 * Math.PI);
        ctx.fillStyle = theme.ground;
        ctx.fill();
        ctx.restore();
        figure.weaponIcon(ctx, theme, event.weapon, event.target[0] + 0.16, event.target[1] + 0.16, 0.15);
        break;
      case 'hit':
        number(ctx, theme, event.cell, -event.damage, share, theme.fire);
        break;
      case 'take':
        number(ctx, theme, event.cell, event.gain, share, theme.good);
        break;
      case 'monster_move':
        trace(ctx, theme, event.from, event.to, share);
        break;
      case 'monster_attack':
        arrow(ctx, theme.danger, event.from, event.to, share, fresh);
        break;
      case 'damage':
        number(ctx, theme, event.cell, -event.damage, share, theme.danger);
        break;
      case 'wait':
        if (event.note) wrong(ctx, theme, ...event.target);
    }
  }

  /** How far whoever is pointed at sees, and how far it hits. */
  private ranges(ctx: Ctx, model: Model, { theme, hover }: Look): void {
    const target = hover as Target | null;
    if (target?.hero) this.square(ctx, theme.seat[0], target.cell, this.scene.sight, [0.3, 0.16], 1);
    const m = target?.monster === undefined ? undefined : monsterOf(model, target.monster);
    if (m === undefined) return;
    const { view, attack, damage } = this.typeOf(m.kind);
    if (view > 0) this.square(ctx, theme.text, m.cell, view, [0.3, 0.16], 1);
    if (damage > 0) this.square(ctx, theme.danger, m.cell, attack, [], 1);
  }

  private square(ctx: Ctx, color: string, [x, y]: Cell, range: number, dash: number[], alpha: number): void {
    const { width, height } = this.scene;
    const left = Math.max(0, x - range);
    const top = Math.max(0, y - range);
    ctx.save();
    ctx.globalAlpha = alpha;
    ctx.strokeStyle = color;
    ctx.lineWidth = 0.06;
    ctx.setLineDash(dash);
    ctx.strokeRect(left, top, Math.min(width, x + range + 1) - left, Math.min(height, y + range + 1) - top);
    ctx.restore();
  }

  private messages(ctx: Ctx, model: Model, { hero }: Stage, theme: Theme): void {
    for (const event of model.events) {
      if (event.type === 'message')
        speech(ctx, theme, event.text, hero.x + 0.5, hero.y + 0.05, 0.3, this.bounds);
    }
  }

  hitTest(model: Model, x: number, y: number, look: Look): Target | null {
    const cell: Cell = [Math.floor(x), Math.floor(y)];
    if (cell[0] < 0 || cell[1] < 0 || cell[0] >= this.scene.width || cell[1] >= this.scene.height)
      return null;
    const { hero, monsters, fog } = model.after;
    if (same(hero.cell, cell)) return { key: 'hero', cell, hero: true };
    if (look.seat !== null && look.options.fog) {
      const known = veil(fog[cell[1]]![cell[0]]!, true, look.options.memory ?? true) < 1;
      if (!known) return null;
    }
    const monster = monsters.find((m) => same(m.cell, cell));
    if (monster) return { key: `monster ${monster.id}`, cell, monster: monster.id };
    return { key: `cell ${cell.join(' ')}`, cell };
  }

  describe(model: Model, entity: Entity): Description {
    const { cell, hero, monster } = entity as Target;
    const m = monster === undefined ? undefined : monsterOf(model, monster);
    const rows: [string, string][] = hero || m ? [['cell', cell.join(' ')]] : [];
    const items = model.after.items.filter((i) => same(i.cell, cell)).map((i) => i.item);
    if (hero) {
      const { health, score, charges } = model.after.hero;
      rows.push(['health', `${health} of ${this.scene.max_health}`], ['score', grouped(score)]);
      rows.push(['hammer, scythe, bow', charges.join(', ')], ['sees', steps(this.scene.sight)]);
    } else if (m) {
      const type = this.typeOf(m.kind);
      rows.push(['id', String(m.id)], ['health', `${m.health} of ${type.health}`]);
      rows.push(['view range', steps(type.view)], ['attack range', steps(type.attack)]);
      rows.push(['damage', String(type.damage)], ['score of the kill', String(type.health)]);
    }
    if (items.length > 0) rows.push([hero || m ? 'on' : 'item', items.join(', ')]);
    const obstacle = this.scene.obstacles.some((o) => same(o, cell));
    rows.push(['shown to the bot', SHOWN[model.after.fog[cell[1]]![cell[0]]!] ?? '']);
    return {
      title: hero ? 'hero' : (m?.kind ?? `${obstacle ? 'obstacle' : 'cell'} ${cell.join(' ')}`),
      rows,
    };
  }

  describeEvent(event: GameEvent): string {
    const e = event as Event;
    const note = 'note' in e && e.note ? `: ${NOTES[e.note] ?? e.note}` : '';
    switch (e.type) {
      case 'message':
        return `says "${e.text}"`;
      case 'fault':
        return `${e.kind}${e.line ? `: "${e.line}"` : ''}: ${e.why}`;
      case 'wait':
        return `the hero stays, told ${e.target.join(' ')}${note}`;
      case 'move':
        return `the hero steps from ${e.from.join(' ')} to ${e.to.join(' ')}${note}`;
      case 'take':
        return `takes the ${e.item} at ${e.cell.join(' ')}: +${e.gain}`;
      case 'attack':
        return `${e.weapon} at ${e.target.join(' ')}, hits ${e.cells.map((c) => c.join(' ')).join(', ') || 'nothing'}${note}`;
      case 'hit':
        return `${e.kind} ${e.monster} at ${e.cell.join(' ')} loses ${e.damage}, ${e.health} left`;
      case 'kill':
        return `${e.kind} ${e.monster} at ${e.cell.join(' ')} is destroyed: +${e.score}`;
      case 'monster_move':
        return `${e.kind} ${e.monster} steps from ${e.from.join(' ')} to ${e.to.join(' ')}`;
      case 'monster_attack':
        return `${e.kind} ${e.monster} at ${e.from.join(' ')} attacks for ${e.damage}`;
      case 'damage':
        return `the hero loses ${e.damage}, ${e.health} left`;
      case 'end':
        return `${ENDS[e.reason] ?? e.reason}: score ${grouped(e.score)}`;
    }
  }

  marks(frames: readonly Frame[], turn: number): Mark[] {
    return (viewOf(frames, turn).events ?? []).flatMap((e): Mark[] => {
      if (e.type === 'kill') return e.kind === 'box' ? [] : [{ kind: 'kill', text: this.describeEvent(e) }];
      if (e.type === 'take') return [{ kind: 'score', text: this.describeEvent(e) }];
      if (e.type === 'end')
        return [{ kind: e.reason === 'exit' ? 'capture' : 'other', text: this.describeEvent(e) }];
      return [];
    });
  }

  readonly series = [
    { label: 'score', plot: 'score', seat: 0, value: heroValue((hero) => hero.score) },
    { label: 'health', plot: 'health', seat: 0, value: heroValue((hero) => hero.health) },
  ];

  standing(frames: readonly Frame[], turn: number) {
    const { hero, monsters } = viewOf(frames, turn);
    const facts: [string, string][] = [
      ['health', String(hero.health)],
      ['hammer, scythe, bow', hero.charges.join(' ')],
      ['monsters', String(monsters.length)],
    ];
    return { score: hero.score, facts };
  }

  private typeOf(kind: string) {
    return this.scene.monsters.find((type) => type.name === kind)!;
  }
}

const SHOWN: Readonly<Record<string, string>> = {
  '.': 'in its last input',
  '-': 'in an earlier turn',
  '#': 'never',
};

/** How much of a cell the fog hides: 1 is all. */
export function veil(fog: string, own: boolean, memory: boolean): number {
  if (fog === '#' || (fog === '-' && !memory)) return own ? 1 : 0.6;
  if (fog === '-') return own ? 0.5 : 0.32;
  return own ? 0 : 0.32;
}

function heroValue(of: (hero: { score: number; health: number }) => number) {
  return (frames: readonly Frame[], turn: number) => of(viewOf(frames, turn).hero);
}

function monsterOf(model: Model, id: number): Monster | undefined {
  return model.after.monsters.find((m) => m.id === id);
}

function steps(n: number): string {
  return n === 1 ? '1 cell' : `${n} cells`;
}

function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

function faded(ctx: Ctx, alpha: number, paint: () => void): void {
  if (alpha <= 0) return;
  ctx.save();
  ctx.globalAlpha = alpha;
  paint();
  ctx.restore();
}

function bar(ctx: Ctx, theme: Theme, x: number, y: number, share: number, color: string): void {
  const full = Math.min(Math.max(share, 0), 1);
  ctx.fillStyle = theme.ground;
  ctx.fillRect(x - 0.02, y - 0.02, 0.8, 0.13);
  ctx.fillStyle = theme.boardLine;
  ctx.fillRect(x, y, 0.76, 0.09);
  ctx.fillStyle = color;
  ctx.fillRect(x, y, 0.76 * full, 0.09);
}

/** A number that rises from its cell and stays above it. */
function number(ctx: Ctx, theme: Theme, [x, y]: Cell, n: number, share: number, color: string): void {
  const words = n > 0 ? `+${n}` : String(n);
  text(ctx, words, x + 0.78, y + 0.4 - 0.24 * share, { color, size: 0.32, weight: 700, halo: theme.board });
}

function arrow(ctx: Ctx, color: string, from: Cell, to: Cell, share: number, alpha: number): void {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) - 0.3;
  const reach = 0.35 + (length - 0.35) * share;
  ctx.save();
  ctx.translate(from[0] + 0.5, from[1] + 0.5);
  ctx.rotate(angle);
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  ctx.moveTo(0.35, 0);
  ctx.lineTo(reach, 0);
  ctx.moveTo(reach - 0.16, -0.13);
  ctx.lineTo(reach, 0);
  ctx.lineTo(reach - 0.16, 0.13);
  ctx.strokeStyle = color;
  ctx.lineWidth = 0.07;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke();
  ctx.restore();
}

function trace(ctx: Ctx, theme: Theme, from: Cell, to: Cell, share: number): void {
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(from[0] + 0.5, from[1] + 0.5);
  ctx.lineTo(
    from[0] + 0.5 + (to[0] - from[0]) * 0.55 * share,
    from[1] + 0.5 + (to[1] - from[1]) * 0.55 * share,
  );
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = 0.08;
  ctx.lineCap = 'round';
  ctx.setLineDash([0.01, 0.17]);
  ctx.stroke();
  ctx.restore();
}
