import type { Theme } from '../../ui/theme';
import type { Point, Rect } from '../board/cell';
import { type Ctx, text } from '../board/text';
import type { Look } from '../renderer';
import { CLASSES, classColors, type Dot, dotRadius, largestDot } from './dots';
import { sheet } from './figures';
import type { Hero, Model } from './model';
import type { Scene } from './types.gen';
import { gridStep, inSight } from './viewport';

const TAU = 2 * Math.PI;
const RECENT = 20; // legs of the trail that are drawn strongly
const NEAR = 20; // turns apart up to which only changed parts are drawn
const ROOM = 9; // pixels around a monster's dot for its horns, its crown and its health
const FACES = 4; // pixels: the radius of the largest dot from which monsters have faces
const FACE = 24.5; // the radius of a face in its drawing, whose middle is 2 lower than the drawing's
const APART = 75; // pixels between plants, about
const PLANT = 15; // pixels
const WORDS = 40; // the most pixels that a coordinate takes

/**
 * Draws what does not move during a turn, in a part of the world: the ground, the hero's trail, and every living monster
 * except the attacked one.
 */
export function drawWorld(
  ctx: Ctx,
  scene: Scene,
  dots: readonly Dot[],
  model: Model,
  look: Look,
  part: Rect,
): void {
  drawGround(ctx, scene, look, part);
  if (look.options.trail) strokeTrail(ctx, model.trail, look, part, 1.2, 0.4);
  drawMonsters(ctx, scene, dots, model, look, part);
}

/** The parts in which drawWorld draws two models differently; null when there are too many. */
export function changedParts(scene: Scene, before: Model, after: Model, look: Look): Rect[] | null {
  const turns = Math.abs(after.turn - before.turn);
  if (turns > NEAR || (look.options.ranges && turns > 0)) return null;
  const px = 1 / look.scale;
  const parts: Rect[] = [];
  const first = Math.max(1, Math.min(before.trail.length, after.trail.length));
  const { trail } = before.trail.length > after.trail.length ? before : after;
  for (let i = first; i < trail.length; i++) parts.push(around(trail[i - 1]!, trail[i]!, 2 * px));
  const r = (largestDot(scene, look.scale) + ROOM) * px;
  const changed = new Set([before.struck, after.struck].flatMap((s) => s?.id ?? []));
  after.health.forEach((hp, id) => {
    if (hp !== before.health[id]) changed.add(id);
  });
  for (const id of changed) parts.push(around(scene.monsters[id]!, scene.monsters[id]!, r));
  return parts;
}

/** The part of the world between the middles of two cells, and more on all sides. */
function around(a: Point, b: Point, more: number): Rect {
  return {
    x: Math.min(a.x, b.x) + 0.5 - more,
    y: Math.min(a.y, b.y) + 0.5 - more,
    w: Math.abs(a.x - b.x) + 2 * more,
    h: Math.abs(a.y - b.y) + 2 * more,
  };
}

function drawGround(ctx: Ctx, scene: Scene, { theme, visible, options, scale }: Look, part: Rect): void {
  const px = 1 / scale;
  const w = scene.width + 1;
  const h = scene.height + 1;
  const meadow = meadowOf(theme);
  ctx.fillStyle = meadow.ground;
  ctx.fillRect(0, 0, w, h);
  const step = gridStep(Math.max(visible.w, visible.h));
  const left = Math.max(0, Math.ceil(visible.x / step) * step);
  const top = Math.max(0, Math.ceil(visible.y / step) * step);
  const right = Math.min(scene.width, visible.x + visible.w);
  const bottom = Math.min(scene.height, visible.y + visible.h);
  ctx.beginPath();
  for (let i = left; i <= right; i += step) {
    ctx.moveTo(i + 0.5, 0);
    ctx.lineTo(i + 0.5, h);
  }
  for (let i = top; i <= bottom; i += step) {
    ctx.moveTo(0, i + 0.5);
    ctx.lineTo(w, i + 0.5);
  }
  ctx.strokeStyle = meadow.line;
  ctx.lineWidth = px;
  ctx.stroke();
  for (let x = left - step; x <= right; x += step)
    for (let y = top - step; y <= bottom; y += step) drawPlants(ctx, scene, theme, part, x, y, step, px);
  ctx.strokeStyle = meadow.rim;
  ctx.lineWidth = 3 * px;
  ctx.strokeRect(0, 0, w, h);
  if (!options.coordinates) return;
  const style = { color: theme.muted, size: 11 * px, halo: theme.ground };
  const y = Math.max(visible.y + 9 * px, -9 * px); // outside the world, or at the screen's edge
  const x = Math.max(visible.x + 28 * px, -5 * px);
  const touched = (at: number, to: number) => inSight(part, at, to, WORDS * px);
  for (let i = left; i <= right; i += step) {
    if (touched(i + 0.5, y)) text(ctx, String(i), i + 0.5, y, style);
  }
  for (let i = top; i <= bottom; i += step) {
    if (touched(x, i + 0.5)) text(ctx, String(i), x, i + 0.5, { ...style, align: 'right' });
  }
}

/** The colours of the ground. */
function meadowOf({ dark }: Theme): { ground: string; line: string; rim: string } {
  return dark
    ? { ground: '#1b221e', line: '#27312b', rim: '#3d5246' }
    : { ground: '#f3f6e7', line: '#e2e8cf', rim: '#9db58d' };
}

/** Draws what grows between four lines of the grid. It depends on the place alone, so that it stays when the hero moves. */
function drawPlants(
  ctx: Ctx,
  scene: Scene,
  theme: Theme,
  part: Rect,
  left: number,
  top: number,
  step: number,
  px: number,
): void {
  const count = (step / px / APART) ** 2;
  for (let i = 0; i < count; i++) {
    const chance = Math.abs(Math.sin(left * 12.9898 + top * 78.233 + i * 37.719) * 43758.5453) % 1;
    if ((chance * 61) % 1 > count - i) continue;
    const x = left + step * ((chance * 97) % 1);
    const y = top + step * ((chance * 89) % 1);
    if (x < 0 || y < 0 || x > scene.width || y > scene.height || !inSight(part, x, y, PLANT * px)) continue;
    sheet.draw(ctx, theme, chance < 0.15 ? 'bloom' : 'grass', x + 0.5, y + 0.5, PLANT * px);
  }
}

/** Draws the newest legs of the trail again, stronger, to show where the hero comes from. */
export function drawRecent(ctx: Ctx, trail: readonly Hero[], look: Look): void {
  let from = Math.max(0, trail.length - 1);
  for (let legs = 0; from > 0 && legs < RECENT; from--) {
    if (moved(trail[from - 1]!, trail[from]!)) legs++;
  }
  strokeTrail(ctx, trail.slice(from), look, look.visible, 2, 0.75);
}

function moved(from: Hero, to: Hero): boolean {
  return from.x !== to.x || from.y !== to.y;
}

/** Draws the legs of a trail that touch a part of the world. */
function strokeTrail(
  ctx: Ctx,
  trail: readonly Hero[],
  { theme, scale }: Look,
  part: Rect,
  width: number,
  alpha: number,
): void {
  const rim = 0.5 + width / scale;
  const right = part.x + part.w + rim;
  const bottom = part.y + part.h + rim;
  ctx.save();
  ctx.beginPath();
  let drawn: Hero | undefined; // the end of the path so far
  for (let i = 1; i < trail.length; i++) {
    const from = trail[i - 1]!;
    const to = trail[i]!;
    if (!moved(from, to)) {
      if (drawn === from) drawn = to;
      continue;
    }
    if (Math.max(from.x, to.x) + 0.5 + rim < part.x || Math.min(from.x, to.x) > right) continue;
    if (Math.max(from.y, to.y) + 0.5 + rim < part.y || Math.min(from.y, to.y) > bottom) continue;
    if (drawn !== from) ctx.moveTo(from.x + 0.5, from.y + 0.5);
    ctx.lineTo(to.x + 0.5, to.y + 0.5);
    drawn = to;
  }
  ctx.strokeStyle = theme.seat[0];
  ctx.lineJoin = 'round';
  ctx.globalAlpha = alpha;
  ctx.lineWidth = width / scale;
  ctx.stroke();
  ctx.restore();
}

function drawMonsters(
  ctx: Ctx,
  scene: Scene,
  dots: readonly Dot[],
  model: Model,
  look: Look,
  part: Rect,
): void {
  const { theme, scale, options } = look;
  const largest = largestDot(scene, scale);
  const shown: number[] = [];
  scene.monsters.forEach((m, id) => {
    if (model.health[id] === 0 || id === model.struck?.id) return;
    if (inSight(part, m.x + 0.5, m.y + 0.5, (largest + ROOM) / scale)) shown.push(id);
  });
  if (options.ranges) drawRanges(ctx, scene, model, look, part);
  const colors = classColors(theme);
  if (largest < FACES) {
    for (let c = 0; c < CLASSES; c++) {
      ctx.beginPath();
      for (const id of shown) {
        if (dots[id]!.class !== c) continue;
        const { x, y } = scene.monsters[id]!;
        const r = dotRadius(dots[id]!, largest) / scale;
        ctx.moveTo(x + 0.5 + r, y + 0.5);
        ctx.arc(x + 0.5, y + 0.5, r, 0, TAU);
      }
      ctx.fillStyle = colors[c]!;
      ctx.fill();
    }
    return;
  }
  for (const id of shown) drawMonster(ctx, scene, dots, look, id, 1);
  for (const id of shown) {
    const { hp } = scene.monsters[id]!;
    if (model.health[id]! < hp) drawHealth(ctx, scene, dots, look, id, model.health[id]! / hp);
  }
}

/** Draws the range of every living monster that attacks. */
function drawRanges(ctx: Ctx, scene: Scene, model: Model, { theme, scale }: Look, part: Rect): void {
  ctx.beginPath();
  scene.monsters.forEach((m, id) => {
    if (model.health[id] === 0 || m.attack === 0 || !inSight(part, m.x, m.y, m.range + 1)) return;
    ctx.moveTo(m.x + 0.5 + m.range, m.y + 0.5);
    ctx.arc(m.x + 0.5, m.y + 0.5, m.range, 0, TAU);
  });
  ctx.save();
  ctx.globalAlpha = 0.35;
  ctx.strokeStyle = theme.danger;
  ctx.lineWidth = 1 / scale;
  ctx.stroke();
  ctx.restore();
}

/**
 * Draws one monster, scaled by share: a ball whose colour is its class, with the face of one that attacks or of one that
 * does not. The most valuable have a crown.
 */
export function drawMonster(
  ctx: Ctx,
  scene: Scene,
  dots: readonly Dot[],
  look: Look,
  id: number,
  share: number,
  flash = 0,
): void {
  const { x, y, attack } = scene.monsters[id]!;
  const dot = dots[id]!;
  const largest = largestDot(scene, look.scale);
  const r = (share * dotRadius(dot, largest)) / look.scale;
  ctx.beginPath();
  ctx.arc(x + 0.5, y + 0.5, r, 0, TAU);
  ctx.fillStyle = flash > 0.5 ? '#fff' : classColors(look.theme)[dot.class]!;
  ctx.fill();
  if (largest < FACES) return;
  const face = (name: string) =>
    sheet.draw(ctx, look.theme, name, x + 0.5, y + 0.5 - (2 / FACE) * r, (64 / FACE) * r, flash);
  face(attack > 0 ? 'fierce' : 'calm');
  if (dot.class === CLASSES - 1) face('crown');
}

/** Draws an arc around a hurt monster for the health it has left. */
export function drawHealth(
  ctx: Ctx,
  scene: Scene,
  dots: readonly Dot[],
  look: Look,
  id: number,
  share: number,
): void {
  const { x, y } = scene.monsters[id]!;
  const r = (dotRadius(dots[id]!, largestDot(scene, look.scale)) + 3.5) / look.scale;
  ctx.lineWidth = 2 / look.scale;
  for (const [end, color] of [
    [1, look.theme.boardLine],
    [share, look.theme.good],
  ] as const) {
    ctx.beginPath();
    ctx.arc(x + 0.5, y + 0.5, r, -TAU / 4, -TAU / 4 + TAU * end);
    ctx.strokeStyle = color;
    ctx.stroke();
  }
}
