import { eventsOf, type Frame } from '../../replay/model';
import { celebrate, rays } from '../board/celebrate';
import { distance, type Point, type Rect } from '../board/cell';
import { Layer } from '../board/layer';
import { arc, mix, progress } from '../board/motion';
import { speech } from '../board/speech';
import type { Ctx } from '../board/text';
import { grouped } from '../board/words';
import type { Board, Description, Entity, Look, Mark } from '../renderer';
import { drawLegend, drawMap } from './corner';
import { type Dot, dotRadius, dotsOf, largestDot, worth } from './dots';
import { describeEvent, marksOf } from './events';
import { circle, drawEvent, drawHero, drawReach, HERO, line, sheet } from './figures';
import { type Hero, History, heroAt, type Model, shareOf } from './model';
import type { Event, Scene, View } from './types.gen';
import { zoomed } from './viewport';
import { changedParts, drawHealth, drawMonster, drawRecent, drawWorld } from './world';

const RIM = 0.05; // of the world's longer side, so that a hero at the edge is seen whole
const NEAR = 5; // pixels around a dot that still count as pointing at it
const CHEER = 60; // pixels around the hero at the end
const FEW = 60; // monsters: in larger tests kills would fill the timeline

interface Target extends Entity {
  monster?: number; // its id; undefined for the hero
}

export class HeroPathBoard implements Board<Model, View> {
  readonly bounds: Rect;
  readonly near: number;
  private history: History;
  private dots: Dot[];
  private still = new Layer();
  private painted: Model | null = null; // the model that still shows
  private map = new Layer();
  private moves: readonly unknown[] | undefined; // of the answer

  constructor(private scene: Scene) {
    const rim = RIM * Math.max(scene.width + 1, scene.height + 1);
    this.bounds = { x: -rim, y: -rim, w: scene.width + 1 + 2 * rim, h: scene.height + 1 + 2 * rim };
    this.near = Math.max(scene.width, scene.height) / (scene.monsters.length > FEW ? 4 : 2);
    this.history = new History(scene.monsters);
    this.dots = dotsOf(scene.monsters);
  }

  ready(): Promise<void> {
    return sheet.load();
  }

  state(frames: readonly Frame<View>[], turn: number): Model {
    return this.history.model(frames, turn);
  }

  draw(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { theme, options } = look;
    const at = heroAt(model, t);
    const key = [sheet.loaded, theme.dark, options.trail, options.ranges, options.coordinates].join(' ');
    const changed = this.painted && changedParts(this.scene, this.painted, model, look);
    this.still.draw(ctx, key, changed, (own, part) =>
      drawWorld(own, this.scene, this.dots, model, look, part),
    );
    this.painted = model;
    if (options.trail) drawRecent(ctx, model.trail, look);
    this.struck(ctx, model, t, look);
    this.range(ctx, look);
    if (options.trail) line(ctx, standing(model.before), at, theme.seat[0], 2 / look.scale, 0.75);
    if (options.reach) drawReach(ctx, this.scene, model, at, t, look);
    for (const event of model.events) drawEvent(ctx, event, progress(t, event.step, model.steps), t, look);
    const { level } = t === 1 ? model.after : model.before;
    const cheer = CHEER / look.scale;
    if (model.won) rays(ctx, theme, 0, at, cheer, t);
    drawHero(ctx, look, at, level, arc(shareOf(model, 'hit', t)));
    if (model.won) celebrate(ctx, theme, 0, at, cheer, t);
    if (options.messages) this.messages(ctx, model, at, look);
    if (options.legend) drawLegend(ctx, look);
    if (options.map && zoomed(this.bounds, look.visible)) {
      drawMap(ctx, this.map, this.scene, this.dots, model, at, look);
    }
  }

  /** Draws the attacked monster, which loses health and shrinks when it dies. */
  private struck(ctx: Ctx, model: Model, t: number, look: Look): void {
    const { struck } = model;
    if (struck === null) return;
    const share = shareOf(model, 'attack', t);
    const gone = shareOf(model, 'kill', t);
    if (gone === 1) return;
    const { hp } = this.scene.monsters[struck.id]!;
    drawMonster(ctx, this.scene, this.dots, look, struck.id, 1 - gone, arc(share));
    drawHealth(ctx, this.scene, this.dots, look, struck.id, mix(struck.before, struck.after, share) / hp);
  }

  /** Draws the range of the monster under the pointer. */
  private range(ctx: Ctx, { theme, hover, scale }: Look): void {
    const id = (hover as Target | null)?.monster;
    if (id === undefined) return;
    const { x, y, range, attack } = this.scene.monsters[id]!;
    const r = dotRadius(this.dots[id]!, largestDot(this.scene, scale));
    circle(ctx, x + 0.5, y + 0.5, (r + 2.5) / scale, theme.text, 2 / scale);
    if (range > 0) circle(ctx, x + 0.5, y + 0.5, range, attack > 0 ? theme.danger : theme.muted, 1.5 / scale);
  }

  private messages(ctx: Ctx, model: Model, at: Point, { theme, scale, visible }: Look): void {
    for (const event of model.events) {
      if (event.type !== 'message') continue;
      speech(ctx, theme, event.text, at.x, at.y - (HERO + 7) / scale, 13 / scale, visible);
    }
  }

  focus(model: Model, t: number): Point {
    return heroAt(model, t);
  }

  played(frames: readonly Frame<View>[], turn: number): string | null {
    if (turn === 0) return null;
    this.moves ??= movesOf(frames[1]!.seats[0]?.answer);
    const move = this.moves[turn - 1];
    return move === undefined ? null : JSON.stringify(move);
  }

  hitTest(model: Model, x: number, y: number, look: Look): Target | null {
    const { scale } = look;
    const largest = largestDot(this.scene, scale);
    let best: Target | null = null;
    let least = Number.POSITIVE_INFINITY;
    const hero = standing(model.after);
    if (distance({ x, y }, hero) * scale <= HERO) return { key: 'hero' };
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
      ["hero's distance", distance(m, hero).toFixed(1)],
    ];
    const others = this.scene.monsters.flatMap((o, i) =>
      i !== id && o.x === m.x && o.y === m.y && model.health[i]! > 0 ? [i] : [],
    );
    if (others.length > 0) rows.push(['on the same cell', others.join(', ')]);
    return { title: `monster ${id}`, rows };
  }

  describeEvent(event: Event): string {
    return describeEvent(event);
  }

  marks(frames: readonly Frame<View>[], turn: number): Mark[] {
    return marksOf(eventsOf(frames[turn]!.view), this.scene.monsters.length <= FEW);
  }

  readonly series = (['gold', 'fatigue', 'level'] as const).map((field) => ({
    label: field,
    plot: field,
    seat: 0,
    value: (frames: readonly Frame<View>[], turn: number) => this.history.hero(frames, turn)[field],
  }));

  standing(frames: readonly Frame<View>[], turn: number) {
    const hero = this.history.hero(frames, turn);
    const facts: [string, string][] = [
      ['level', String(hero.level)],
      ['fatigue', grouped(hero.fatigue)],
      ['kills', `${hero.kills} of ${this.scene.monsters.length}`],
    ];
    return { score: frames[turn]!.view.score, facts };
  }
}

/** The moves of an answer, one for each turn; none when the answer is no valid document. */
function movesOf(answer: readonly string[] | undefined): readonly unknown[] {
  try {
    const { moves } = JSON.parse((answer ?? []).join('\n')) as { moves?: unknown };
    return Array.isArray(moves) ? moves : [];
  } catch {
    return [];
  }
}

/** The middle of the hero's cell. */
function standing(hero: Hero): Point {
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
