import { type Ctx, text } from '../draw';
import type { Look, Theme } from '../types';
import { CLASSES, classColors, type Dot, dotRadius, gridStep, inSight, largestDot } from './look';
import type { Hero, Model, Scene } from './view';

const TAU = 2 * Math.PI;
const RECENT = 20; // legs of the trail that are drawn strongly

/** Draws all that stays still during a turn: the world, the hero's trail, and every living monster but the attacked. */
export function drawWorld(ctx: Ctx, scene: Scene, dots: readonly Dot[], model: Model, look: Look): void {
  const px = 1 / look.scale;
  drawGround(ctx, scene, look, px);
  if (look.options.trail) drawTrail(ctx, model.trail, look.theme, px);
  drawMonsters(ctx, scene, dots, model, look);
}

function drawGround(ctx: Ctx, scene: Scene, { theme, visible, options }: Look, px: number): void {
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
  for (let i = left; i <= right; i += step) text(ctx, String(i), i + 0.5, y, style);
  for (let i = top; i <= bottom; i += step) text(ctx, String(i), x, i + 0.5, { ...style, align: 'right' });
}

function drawTrail(ctx: Ctx, trail: readonly Hero[], theme: Theme, px: number): void {
  const legs = trail.filter((hero, i) => i === 0 || hero.x !== trail[i - 1]!.x || hero.y !== trail[i - 1]!.y);
  ctx.save();
  ctx.strokeStyle = theme.seat[0];
  ctx.lineJoin = 'round';
  for (const [from, width, alpha] of [
    [0, 1.2, 0.4],
    [Math.max(0, legs.length - RECENT - 1), 2, 0.75],
  ] as const) {
    ctx.beginPath();
    for (const { x, y } of legs.slice(from)) ctx.lineTo(x + 0.5, y + 0.5);
    ctx.globalAlpha = alpha;
    ctx.lineWidth = width * px;
    ctx.stroke();
  }
  ctx.restore();
}

function drawMonsters(ctx: Ctx, scene: Scene, dots: readonly Dot[], model: Model, look: Look): void {
  const { theme, scale, visible, options } = look;
  const largest = largestDot(scene, scale);
  const shown: number[] = [];
  scene.monsters.forEach((m, id) => {
    if (model.health[id] === 0 || id === model.struck?.id) return;
    if (inSight(visible, m.x + 0.5, m.y + 0.5, largest / scale)) shown.push(id);
  });
  if (options.ranges) drawRanges(ctx, scene, model, look);
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
  ctx.beginPath(); // the richest have a core, those that attack a rim
  for (const id of shown) {
    if (dots[id]!.class === CLASSES - 1) circle(id, (0.32 * dotRadius(dots[id]!, largest)) / scale);
  }
  ctx.fillStyle = theme.board;
  ctx.fill();
  ctx.beginPath();
  for (const id of shown) {
    if (scene.monsters[id]!.attack > 0) circle(id, (dotRadius(dots[id]!, largest) + 1.2) / scale);
  }
  ctx.globalAlpha = 0.6;
  ctx.strokeStyle = theme.danger;
  ctx.lineWidth = 1 / scale;
  ctx.stroke();
  ctx.globalAlpha = 1;
  for (const id of shown) {
    const { hp } = scene.monsters[id]!;
    if (model.health[id]! < hp) drawHealth(ctx, scene, dots, look, id, model.health[id]! / hp);
  }
}

/** The reach of every living monster that attacks. */
function drawRanges(ctx: Ctx, scene: Scene, model: Model, { theme, scale, visible }: Look): void {
  ctx.beginPath();
  scene.monsters.forEach((m, id) => {
    if (model.health[id] === 0 || m.attack === 0 || !inSight(visible, m.x, m.y, m.range + 1)) return;
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

/** A monster on its own, as large as its share of what it was. */
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

/** An arc around a hurt monster for the health it has left. */
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
