import type { Frame, GameEvent, Header } from '../../replay/model';
import { type Ctx, text, token } from '../board/draw';
import { mix, progress } from '../board/motion';
import { speech } from '../board/speech';
import type { Board, Description, Entity, Look, Mark, Rect, Renderer } from '../renderer';
import { drawLegend, drawMap } from './corner';
import { type Dot, dotRadius, dotsOf, largestDot, worth, zoomed } from './dots';
import { Layer } from './layer';
import { type Cell, type Event, type Hero, History, type Model, type Scene, viewOf } from './model';
import { changedParts, drawHealth, drawMonster, drawRecent, drawWorld } from './world';

const RIM = 0.05; // of the world's longer side, so that a hero at the edge is seen whole
const HERO = 9; // pixels of his radius
const NEAR = 5; // pixels beside a dot that still point at it
const FEW = 60; // monsters: in larger tests the kills would fill the timeline

interface Target extends Entity {
  monster?: number; // its id; the hero otherwise
}

const renderer: Renderer = {
  options: [
    { key: 'trail', label: "the hero's trail", initial: true },
    { key: 'reach', label: 'speed and range', initial: true },
    { key: 'ranges', label: 'attack ranges of all monsters', initial: false },
    { key: 'messages', label: 'comments', initial: true },
    { key: 'map', label: 'small map when zoomed', initial: true },
    { key: 'legend', label: 'legend', initial: true },
    { key: 'coordinates', label: 'coordinates', initial: true },
  ],
  load: (_header: Header, scene: unknown) => new HeroPathBoard(scene as Scene),
};

export default renderer;

export class HeroPathBoard implements Board<Model> {
  readonly bounds: Rect;
  private history: History;
  private dots: Dot[];
  private still = new Layer();
  private painted: Model | null = null; // what still shows
  private map = new Layer();

  constructor(private scene: Scene) {
    const rim = RIM * Math.max(scene.width + 1, scene.height + 1);
    this.bounds = { x: -rim, y: -rim, w: scene.width + 1 + 2 * rim, h: scene.height + 1 + 2 * rim };
    this.history = new History(scene.monsters);
    this.dots = dotsOf(scene.monsters);
  }

  state(frames: readonly Frame[], turn: number): Model {
    return this.history.model(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const at = heroAt(model, t);
    const key = [theme.dark, options.trail, options.ranges, options.coordinates].join(' ');
    const changed = this.painted && changedParts(this.scene, this.painted, model, look);
    this.still.draw(ctx, key, changed, (own, part) =>
      drawWorld(own, this.scene, this.dots, model, look, part),
    );
    this.painted = model;
    if (options.trail) drawRecent(ctx, model.trail, look);
    this.struck(ctx, model, t, look);
    this.pointed(ctx, look);
    if (options.trail) line(ctx, middle(model.before), at, theme.seat[0], 2 / look.scale, 0.75);
    if (options.reach) reach(ctx, this.scene, model, at, t, look);
    for (const event of model.events) sign(ctx, event, progress(t, event.step, model.steps), t, look);
    const { level } = t === 1 ? model.after : model.before;
    token(ctx, theme, 0, at.x, at.y, HERO / look.scale, String(level));
    if (options.messages) this.messages(ctx, model, at, look);
    if (options.legend) drawLegend(ctx, look);
    if (options.map && zoomed(this.bounds, look.visible)) {
      drawMap(ctx, this.map, this.scene, this.dots, model, at, look);
    }
  }

  /** The attacked monster loses health, and shrinks when it dies. */
  private struck(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { struck } = model;
    if (struck === null) return;
    const share = shareOf(model, 'attack', t);
    const gone = shareOf(model, 'kill', t);
    if (gone === 1) return;
    const { hp } = this.scene.monsters[struck.id]!;
    drawMonster(ctx, this.scene, this.dots, look, struck.id, 1 - gone);
    drawHealth(ctx, this.scene, this.dots, look, struck.id, mix(struck.before, struck.after, share) / hp);
  }

  /** How far the monster under the pointer reaches. */
  private pointed(ctx: Ctx, { theme, hover, scale }: Look): void {
    const id = (hover as Target | null)?.monster;
    if (id === undefined) return;
    const { x, y, range, attack } = this.scene.monsters[id]!;
    const r = dotRadius(this.dots[id]!, largestDot(this.scene, scale));
    circle(ctx, x + 0.5, y + 0.5, (r + 2.5) / scale, theme.text, 2 / scale);
    if (range > 0) circle(ctx, x + 0.5, y + 0.5, range, attack > 0 ? theme.danger : theme.muted, 1.5 / scale);
  }

  private messages(
    ctx: Ctx,
    model: Model,
    at: { x: number; y: number },
    { theme, scale, visible }: Look,
  ): void {
    for (const event of model.events) {
      if (event.type !== 'message') continue;
      speech(ctx, theme, event.text, at.x, at.y - (HERO + 3) / scale, 13 / scale, visible);
    }
  }

  hitTest(model: Model, x: number, y: number, look: Look): Target | null {
    const { scale } = look;
    const largest = largestDot(this.scene, scale);
    let best: Target | null = null;
    let least = Number.POSITIVE_INFINITY;
    const hero = middle(model.after);
    if (Math.hypot(x - hero.x, y - hero.y) * scale <= HERO) return { key: 'hero' };
    this.scene.monsters.forEach((m, id) => {
      if (model.health[id] === 0) return;
      const away = Math.hypot(x - m.x - 0.5, y - m.y - 0.5) * scale - dotRadius(this.dots[id]!, largest);
      if (away > NEAR || away >= least) return;
      least = away;
      best = { key: `monster ${id}`, monster: id };
    });
    return best;
  }

  describe(model: Model, entity: Entity): Description {
    const { monster: id } = entity as Target;
    const hero = model.after;
    if (id === undefined) return { title: 'hero', rows: heroRows(hero) };
    const m = this.scene.monsters[id]!;
    const rows: [string, string][] = [
      ['position', `${m.x} ${m.y}`],
      ['health', `${grouped(model.health[id]!)} of ${grouped(m.hp)}`],
      ['gold', grouped(m.gold)],
      ['gold per health', worth(m).toPrecision(3)],
      ['exp', grouped(m.exp)],
      ['range', grouped(m.range)],
      ['attack', grouped(m.attack)],
      ["hero's distance", Math.hypot(m.x - hero.x, m.y - hero.y).toFixed(1)],
    ];
    const others = this.scene.monsters.flatMap((o, i) =>
      i !== id && o.x === m.x && o.y === m.y && model.health[i]! > 0 ? [i] : [],
    );
    if (others.length > 0) rows.push(['on the same cell', others.join(', ')]);
    return { title: `monster ${id}`, rows };
  }

  describeEvent(event: GameEvent): string {
    const e = event as Event;
    switch (e.type) {
      case 'move':
        return same(e.from, e.to)
          ? `stands still at ${e.to.join(' ')}`
          : `moves from ${e.from.join(' ')} to ${e.to.join(' ')}`;
      case 'attack':
        return `attacks monster ${e.monster} for ${grouped(e.damage)}: ${grouped(Math.max(0, e.hp))} health left`;
      case 'message':
        return `says "${e.text}"`;
      case 'kill': {
        const lost = e.lost > 0 ? `, ${grouped(e.lost)} lost to fatigue` : '';
        return `monster ${e.monster} dies: +${grouped(e.gold)} gold${lost}, +${grouped(e.exp)} exp`;
      }
      case 'level':
        return `level ${e.level}: speed ${grouped(e.speed)}, power ${grouped(e.power)}, range ${grouped(e.range)}`;
      case 'hit':
        return `monster ${e.monster} at ${e.from.join(' ')} hits: +${grouped(e.damage)} fatigue`;
      case 'fault':
        return `${e.kind}${e.line ? `: "${e.line}"` : ''}: ${e.why}`;
    }
  }

  marks(frames: readonly Frame[], turn: number): Mark[] {
    return (viewOf(frames, turn).events ?? []).flatMap((e): Mark[] => {
      if (e.type === 'level') return [{ kind: 'capture', text: this.describeEvent(e) }];
      if (e.type !== 'kill' || this.scene.monsters.length > FEW) return [];
      return [{ kind: 'kill', text: this.describeEvent(e) }];
    });
  }

  readonly series = (['gold', 'fatigue', 'level'] as const).map((field) => ({
    label: field,
    plot: field,
    seat: 0,
    value: (frames: readonly Frame[], turn: number) => this.history.hero(frames, turn)[field],
  }));

  standing(frames: readonly Frame[], turn: number) {
    const hero = this.history.hero(frames, turn);
    const facts: [string, string][] = [
      ['level', String(hero.level)],
      ['fatigue', grouped(hero.fatigue)],
      ['kills', `${hero.kills} of ${this.scene.monsters.length}`],
    ];
    return { score: viewOf(frames, turn).score, facts };
  }
}

/** The middle of the cell where the hero is at t, or of the way he goes. */
export function heroAt(model: Model, t: number): { x: number; y: number } {
  const share = shareOf(model, 'move', t);
  const { before, after } = model;
  return { x: mix(before.x, after.x, share) + 0.5, y: mix(before.y, after.y, share) + 0.5 };
}

/** How far the event of a type has come at t; a turn without one is as it was: 0, or 1 at its end. */
function shareOf(model: Model, type: Event['type'], t: number): number {
  const event = model.events.find((e) => e.type === type);
  if (event) return progress(t, event.step, model.steps);
  return type === 'move' && t === 1 ? 1 : 0;
}

/** The hero's speed is a full circle, his range a dashed one. */
function reach(
  ctx: Ctx,
  world: Scene,
  model: Model,
  { x, y }: { x: number; y: number },
  t: number,
  { theme, scale }: Look,
): void {
  const grown = t === 1 ? 1 : shareOf(model, 'level', t);
  const speed = mix(model.before.speed, model.after.speed, grown);
  const range = mix(model.before.range, model.after.range, grown);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, world.width + 1, world.height + 1);
  ctx.clip();
  ctx.beginPath();
  ctx.arc(x, y, speed, 0, 2 * Math.PI);
  ctx.globalAlpha = 0.1;
  ctx.fillStyle = theme.seat[0];
  ctx.fill();
  ctx.restore();
  circle(ctx, x, y, speed, theme.seat[0], 1.5 / scale);
  circle(ctx, x, y, range, theme.accent, 1.5 / scale, [6 / scale, 4 / scale]);
}

/** What an event shows above the world. It stays until the next turn, fainter. */
function sign(ctx: Ctx, event: Event, share: number, t: number, { theme, scale }: Look): void {
  if (share === 0) return;
  const px = 1 / scale;
  const alpha = t === 1 ? 0.6 : 1;
  const words = (say: string, [x, y]: Cell, rise: number, color: string) =>
    text(ctx, say, x + 0.5, y + 0.5 - rise * px, { color, size: 13 * px, weight: 700, halo: theme.board });
  switch (event.type) {
    case 'attack': {
      const end = along(event.from, event.to, share);
      line(ctx, center(event.from), end, theme.fire, 3 * px, alpha);
      if (share === 1) words(`-${grouped(event.damage)}`, event.to, 16, theme.fire);
      break;
    }
    case 'hit':
      line(ctx, center(event.from), along(event.from, event.to, share), theme.danger, 1.2 * px, 0.7 * alpha);
      break;
    case 'kill':
      words(`+${grouped(event.gold)} gold`, event.at, 20 + 12 * share, theme.coin);
      break;
    case 'level':
      circle(ctx, event.at[0] + 0.5, event.at[1] + 0.5, (HERO + 14 * share) * px, theme.good, 2.5 * px);
      words(`level ${event.level}`, event.at, -24, theme.good);
      break;
    case 'fault':
      if (event.to) cross(ctx, event.to, theme.danger, px);
      cross(ctx, event.at, theme.danger, px);
  }
}

function cross(ctx: Ctx, at: Cell, color: string, px: number): void {
  const { x, y } = center(at);
  const r = 14 * px;
  ctx.beginPath();
  ctx.rect(x - r, y - r, 2 * r, 2 * r);
  ctx.moveTo(x + 0.5 * r, y - 0.9 * r);
  ctx.lineTo(x + 0.9 * r, y - 0.5 * r);
  ctx.moveTo(x + 0.9 * r, y - 0.9 * r);
  ctx.lineTo(x + 0.5 * r, y - 0.5 * r);
  ctx.strokeStyle = color;
  ctx.lineWidth = 2 * px;
  ctx.stroke();
}

function line(
  ctx: Ctx,
  from: { x: number; y: number },
  to: { x: number; y: number },
  color: string,
  width: number,
  alpha: number,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.globalAlpha = alpha;
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.stroke();
  ctx.restore();
}

function circle(
  ctx: Ctx,
  x: number,
  y: number,
  r: number,
  color: string,
  width: number,
  dash: number[] = [],
): void {
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.setLineDash(dash);
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.restore();
}

function along(from: Cell, to: Cell, share: number): { x: number; y: number } {
  return { x: mix(from[0], to[0], share) + 0.5, y: mix(from[1], to[1], share) + 0.5 };
}

function center([x, y]: Cell): { x: number; y: number } {
  return { x: x + 0.5, y: y + 0.5 };
}

function middle(hero: Hero): { x: number; y: number } {
  return { x: hero.x + 0.5, y: hero.y + 0.5 };
}

function heroRows(hero: Hero): [string, string][] {
  return [
    ['position', `${hero.x} ${hero.y}`],
    ['level', String(hero.level)],
    ['exp', `${grouped(hero.exp)}, level at ${grouped(hero.next_level)}`],
    ['gold', grouped(hero.gold)],
    ['fatigue', grouped(hero.fatigue)],
    ['speed', grouped(hero.speed)],
    ['power', grouped(hero.power)],
    ['range', grouped(hero.range)],
    ['kills', grouped(hero.kills)],
  ];
}

function same(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function grouped(n: number): string {
  return n.toLocaleString('en-US');
}
