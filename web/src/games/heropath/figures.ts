import { along, type Cell, middle, type Point } from '../board/cell';
import { arc, mix } from '../board/motion';
import { Sheet } from '../board/sheet';
import { type Ctx, text } from '../board/text';
import { grouped } from '../board/words';
import type { Look } from '../renderer';
import { type Model, shareOf } from './model';
import svg from './sheet.svg?raw';
import type { Event, Scene } from './types.gen';

export const sheet = new Sheet(svg);

/** The hero's radius in pixels. */
export const HERO = 14;

/** Draws the hero with his level on the shield. */
export function drawHero(
  ctx: Ctx,
  { theme, scale }: Look,
  { x, y }: Point,
  level: number,
  hurt: number,
): void {
  const px = 1 / scale;
  sheet.draw(ctx, theme, 'hero', x, y - 2 * px, 2.6 * HERO * px, 0.8 * hurt);
  const size = level < 10 ? 11 : 8.5;
  text(ctx, String(level), x, y + 4 * px, { color: '#1d1f21', size: size * px, weight: 800 });
}

/** Draws the hero's speed as a solid circle, his range as a dashed one. */
export function drawReach(
  ctx: Ctx,
  world: Scene,
  model: Model,
  { x, y }: Point,
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

/** Draws an event over the world. It stays until the next turn, fainter. */
export function drawEvent(ctx: Ctx, event: Event, share: number, t: number, { theme, scale }: Look): void {
  if (share === 0) return;
  const px = 1 / scale;
  const alpha = t === 1 ? 0.6 : 1;
  const words = (say: string, [x, y]: Cell, rise: number, color: string) =>
    text(ctx, say, x + 0.5, y + 0.5 - rise * px, { color, size: 13 * px, weight: 700, halo: theme.board });
  switch (event.type) {
    case 'attack': {
      const end = along([event.from, event.to], share);
      line(ctx, middle(event.from), end, theme.fire, 3 * px, alpha);
      if (share < 1) {
        const { x, y } = middle(event.to);
        ctx.save();
        ctx.globalAlpha = arc(share);
        sheet.draw(ctx, theme, 'slash', x, y, (24 + 16 * share) * px);
        ctx.restore();
      }
      if (share === 1) words(`-${grouped(event.damage)}`, event.to, 16, theme.fire);
      break;
    }
    case 'hit':
      line(
        ctx,
        middle(event.from),
        along([event.from, event.to], share),
        theme.danger,
        1.2 * px,
        0.7 * alpha,
      );
      break;
    case 'kill':
      if (share < 1) {
        const { x, y } = middle(event.at);
        ctx.save();
        ctx.globalAlpha = 1 - share;
        sheet.draw(ctx, theme, 'puff', x, y, (24 + 20 * share) * px);
        ctx.restore();
      }
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
  const { x, y } = middle(at);
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

export function line(ctx: Ctx, from: Point, to: Point, color: string, width: number, alpha: number): void {
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

export function circle(
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
