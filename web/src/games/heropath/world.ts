import type { Point, Rect } from '../board/cell';
import { type Ctx, text } from '../board/text';
import type { Look } from '../renderer';
import { CLASSES, classColors, type Dot, dotRadius, largestDot } from './dots';
import type { Hero, Model } from './model';
import type { Scene } from './types.gen';
import { gridStep, inSight } from './viewport';

const TAU = 2 * Math.PI;
const RECENT = 20; // legs of the trail that are drawn strongly
const NEAR = 20; // turns apart up to which only changed parts are drawn
const ROOM = 6; // pixels around a monster's dot for its rim and its health
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
  ctx.fillStyle = theme.board;
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
  ctx.strokeStyle = theme.boardLine;
  ctx.lineWidth = px;
  ctx.stroke();
  ctx.strokeStyle = theme.wall;
  ctx.lineWidth = 2 * px;
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
  const circle = (id: number, r: number) => {
    const { x, y } = scene.monsters[id]!;
    ctx.moveTo(x + 0.5 + r, y + 0.5);
    ctx.arc(x + 0.5, y + 0.5, r, 0, TAU);
  };
  const colors = classColors(theme);
  for (let c = 0; c < CLASSES; c++) {
    ctx.beginPath();
    for (const id of shown) if (dots[id]!.class === c) circle(id, dotRadius(dots[id]!, largest) / scale);
    ctx.fillStyle = colors[c]!;
    ctx.fill();
  }
  if (largest < 4) return;
  ctx.beginPath(); // the most valuable have a core, those that attack a triangle
  for (const id of shown) {
    if (dots[id]!.class === CLASSES - 1) circle(id, (0.32 * dotRadius(dots[id]!, largest)) / scale);
  }
  ctx.fillStyle = theme.board;
  ctx.fill();
  ctx.beginPath();
  for (const id of shown) {
    if (scene.monsters[id]!.attack === 0) continue;
    const { x, y } = scene.monsters[id]!;
    const r = dotRadius(dots[id]!, largest) / scale;
    ctx.moveTo(x + 0.5, y + 0.5 - 0.5 * r); // a triangle on the dot, where no other dot has its own
    ctx.lineTo(x + 0.5 + 0.45 * r, y + 0.5 + 0.35 * r);
    ctx.lineTo(x + 0.5 - 0.45 * r, y + 0.5 + 0.35 * r);
    ctx.closePath();
  }
  ctx.fillStyle = theme.danger;
  ctx.strokeStyle = theme.board;
  ctx.lineWidth = 0.8 / scale;
  ctx.stroke();
  ctx.fill();
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

/** Draws one monster, scaled by share. */
export function drawMonster(
  ctx: Ctx,
  scene: Scene,
  dots: readonly Dot[],
  look: Look,
  id: number,
  share: number,
): void {
  const { x, y } = scene.monsters[id]!;
  const dot = dots[id]!;
  const r = dotRadius(dot, largestDot(scene, look.scale)) / look.scale;
  ctx.beginPath();
  ctx.arc(x + 0.5, y + 0.5, r * share, 0, TAU);
  ctx.fillStyle = classColors(look.theme)[dot.class]!;
  ctx.fill();
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
