import { eventsOf, type Frame } from '../../replay/model';
import type { Theme } from '../../ui/theme';
import { Blocks } from '../board/blocks';
import { celebrate, rays } from '../board/celebrate';
import { type Cell, cellAt, has, middle, type Point, same } from '../board/cell';
import { markWrong } from '../board/highlight';
import { Layer } from '../board/layer';
import { progress } from '../board/motion';
import { speech } from '../board/speech';
import { strip } from '../board/strip';
import { atLeast, type Ctx, text } from '../board/text';
import { grouped } from '../board/words';
import type { Board, Description, Entity, Look, Mark } from '../renderer';
import { hintsOf } from './answer';
import { arrow, bar, number, trace } from './effects';
import { describeEvent, marksOf } from './events';
import { cellarOf, item, sheet } from './figures';
import { drawHud, HUD } from './hud';
import { around, type Model, type MonsterPose, modelOf, type Pose, poseAt } from './model';
import type { Event, HeroView, MonsterView, Scene, View } from './types.gen';

const CHEER = 2.6; // cells around the hero at the exit

interface Target extends Entity {
  cell: Cell;
  monster?: number; // its id, when one is pointed at
  hero?: boolean;
}

export class KeeperBoard implements Board<Model, View> {
  readonly bounds;
  readonly near = 11;

  private blocks: Blocks;
  private still = new Layer(); // what does not change

  constructor(private scene: Scene) {
    const { width, height, obstacles } = scene;
    this.blocks = new Blocks(width, height, (x, y) => has(obstacles, [x, y]));
    this.bounds = { x: -0.7, y: -HUD - 0.6, w: width + 0.9, h: height + HUD + 0.8 };
  }

  ready(): Promise<void> {
    return sheet.load();
  }

  state(frames: readonly Frame<View>[], turn: number): Model {
    return modelOf(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const pose = poseAt(model, t);
    const key = [theme.dark, options.coordinates].join(' ');
    this.still.draw(ctx, key, [], (own) => this.maze(own, look));
    if (options.threat) this.threat(ctx, pose, theme);
    const hidden = ([x, y]: Cell) =>
      look.seat !== null &&
      options.fog &&
      fogAlpha(model.after.fog[y]![x]!, true, options.memory ?? true) === 1;
    for (const { item: name, cell, alpha } of pose.items) {
      if (hidden(cell)) continue;
      const rise = 0.4 * (1 - alpha);
      faded(ctx, alpha, () => item(ctx, theme, name, cell[0] + 0.5, cell[1] + 0.5 - rise));
    }
    for (const m of pose.monsters.toSorted((a, b) => a.y - b.y))
      if (!hidden(m.cell)) faded(ctx, m.alpha, () => this.monster(ctx, theme, m));
    const escaped = this.escape(model, t);
    if (escaped > 0) rays(ctx, theme, 0, middle(pose.hero.cell), CHEER, escaped);
    this.hero(ctx, theme, pose);
    if (options.fog) this.fog(ctx, model, pose, look);
    for (const event of model.events) this.event(ctx, theme, event, progress(t, event.step, model.steps));
    if (escaped > 0) celebrate(ctx, theme, 0, middle(pose.hero.cell), CHEER, escaped);
    this.ranges(ctx, model, look);
    const room = { x: 0, y: -HUD - 0.4, w: this.scene.width, h: HUD };
    strip(ctx, look, room, () => drawHud(ctx, theme, this.scene, model, pose));
    if (options.messages) this.messages(ctx, model, pose, theme);
  }

  /** How far the end at the exit has come, 0 without one. */
  private escape({ events, steps }: Model, t: number): number {
    const end = events.find((e) => e.type === 'end');
    return end?.reason === 'exit' ? progress(t, end.step, steps) : 0;
  }

  private maze(ctx: Ctx, { theme, options, scale }: Look): void {
    const { width, height } = this.scene;
    this.blocks.draw(ctx, cellarOf(theme));
    ctx.beginPath();
    ctx.rect(-0.04, -0.04, width + 0.08, height + 0.08);
    ctx.strokeStyle = cellarOf(theme).side;
    ctx.lineWidth = 0.08;
    ctx.stroke();
    if (!options.coordinates) return;
    const style = { color: theme.muted, size: Math.min(atLeast(12, 0.3, scale), 0.6) };
    for (let x = 0; x < width; x++) text(ctx, String(x), x + 0.5, -0.28, style);
    for (let y = 0; y < height; y++) text(ctx, String(y), -0.36, y + 0.5, style);
  }

  /** Hatches every cell that a monster could hit. */
  private threat(ctx: Ctx, pose: Pose, theme: Theme): void {
    const { width, height } = this.scene;
    ctx.save();
    ctx.beginPath();
    for (const m of pose.monsters) {
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

  private monster(ctx: Ctx, theme: Theme, m: MonsterPose): void {
    const dying = m.alpha < 1;
    const size = m.kind === 'box' ? 0.84 : 1;
    sheet.draw(ctx, theme, dying ? 'puff' : m.kind, m.x + 0.5, m.y + 0.4 - m.hop, size, 0.9 * m.hurt);
    bar(ctx, theme, m.x + 0.12, m.y + 0.88, m.health / this.typeOf(m.kind).health, theme.good);
  }

  private hero(ctx: Ctx, theme: Theme, { hero }: Pose): void {
    const figure = hero.health > 0 ? 'hero' : 'grave';
    sheet.draw(ctx, theme, figure, hero.x + 0.5, hero.y + 0.4 - hero.hop, 1.06, 0.9 * hero.hurt);
    bar(ctx, theme, hero.x + 0.12, hero.y + 0.88, hero.health / this.scene.max_health, theme.seat[0]);
  }

  /**
   * In the hero's view the fog hides what the last input did not show. A spectator sees through it, and its hole moves
   * with the hero.
   */
  private fog(ctx: Ctx, model: Model, pose: Pose, look: Look): void {
    const { width, height, sight } = this.scene;
    const own = look.seat !== null;
    const { x, y } = pose.hero;
    ctx.save();
    if (!own) {
      ctx.beginPath();
      ctx.rect(0, 0, width, height);
      ctx.rect(x - sight, y - sight, 2 * sight + 1, 2 * sight + 1);
      ctx.clip('evenodd');
    }
    for (const kind of ['#', '-', '.']) {
      const alpha = fogAlpha(kind, own, look.options.memory ?? true);
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
    if (own) this.hero(ctx, look.theme, pose);
    else this.square(ctx, look.theme.muted, [x, y], sight, [0.12, 0.12], 0.7);
  }

  /** Draws an event, which stays visible until the next turn. */
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
        for (const [x, y] of share < 1 ? event.cells : [])
          faded(ctx, Math.sin(Math.PI * share), () =>
            sheet.draw(ctx, theme, 'slash', x + 0.5, y + 0.5, 0.7 + 0.4 * share),
          );
        sheet.draw(ctx, theme, event.weapon, event.target[0] + 0.2, event.target[1] + 0.2, 0.46);
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
        if (event.note) markWrong(ctx, theme, ...event.target);
    }
  }

  /** Draws how far the hero or monster under the pointer sees and hits. */
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

  private messages(ctx: Ctx, model: Model, { hero }: Pose, theme: Theme): void {
    for (const event of model.events) {
      if (event.type === 'message')
        speech(ctx, theme, event.text, hero.x + 0.5, hero.y - 0.1, 0.3, this.bounds);
    }
  }

  focus(model: Model, t: number): Point {
    const { x, y } = poseAt(model, t).hero;
    return { x: x + 0.5, y: y + 0.5 };
  }

  hitTest(model: Model, x: number, y: number, look: Look): Target | null {
    const cell: Cell = cellAt({ x, y });
    if (cell[0] < 0 || cell[1] < 0 || cell[0] >= this.scene.width || cell[1] >= this.scene.height)
      return null;
    const { hero, monsters, fog } = model.after;
    if (same(hero.cell, cell)) return { key: 'hero', cell, hero: true };
    if (look.seat !== null && look.options.fog) {
      const known = fogAlpha(fog[cell[1]]![cell[0]]!, true, look.options.memory ?? true) < 1;
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
      rows.push(['damage', String(type.damage)], ['score for killing it', String(type.health)]);
    }
    if (items.length > 0) rows.push([hero || m ? 'on' : 'item', items.join(', ')]);
    const obstacle = this.scene.obstacles.some((o) => same(o, cell));
    rows.push(['shown to the bot', SHOWN[model.after.fog[cell[1]]![cell[0]]!] ?? '']);
    return {
      title: hero ? 'hero' : (m?.kind ?? `${obstacle ? 'obstacle' : 'cell'} ${cell.join(' ')}`),
      rows,
    };
  }

  describeEvent(event: Event): string {
    return describeEvent(event);
  }

  marks(frames: readonly Frame<View>[], turn: number): Mark[] {
    return marksOf(eventsOf(frames[turn]!.view));
  }

  readonly series = [
    { label: 'score, without the exit', plot: 'score', seat: 0, value: scoreValue },
    { label: 'health', plot: 'health', seat: 0, value: heroValue((hero) => hero.health) },
  ];

  readonly answer = hintsOf;

  standing(frames: readonly Frame<View>[], turn: number) {
    const { hero, monsters } = frames[turn]!.view;
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

/** How opaque the fog on a cell is: 1 hides it. */
export function fogAlpha(fog: string, own: boolean, memory: boolean): number {
  if (fog === '#' || (fog === '-' && !memory)) return own ? 1 : 0.6;
  if (fog === '-') return own ? 0.5 : 0.32;
  return own ? 0 : 0.32;
}

/** The score without what the exit gives: that would flatten the rest of the curve. */
function scoreValue(frames: readonly Frame<View>[], turn: number): number {
  const { hero, events } = frames[turn]!.view;
  const exit = (events ?? []).find((e) => e.type === 'take' && e.item === 'exit');
  return hero.score - (exit?.type === 'take' ? exit.gain : 0);
}

function heroValue(of: (hero: HeroView) => number) {
  return (frames: readonly Frame<View>[], turn: number) => of(frames[turn]!.view.hero);
}

function monsterOf(model: Model, id: number): MonsterView | undefined {
  return model.after.monsters.find((m) => m.id === id);
}

function steps(n: number): string {
  return n === 1 ? '1 cell' : `${n} cells`;
}

function faded(ctx: Ctx, alpha: number, paint: () => void): void {
  if (alpha <= 0) return;
  ctx.save();
  ctx.globalAlpha = alpha;
  paint();
  ctx.restore();
}
