import type { Point } from '../board/cell';
import type { Layer } from '../board/layer';
import { type Ctx, text, textWidth } from '../board/text';
import type { Look } from '../renderer';
import { CLASSES, classColors, type Dot } from './dots';
import { HERO, sheet } from './figures';
import type { Model } from './model';
import type { Scene } from './types.gen';

const MAP = 170; // pixels of the overview map's longer side; on a narrow board a third of its width
const EDGE = 12;
const NARROW = 290; // pixels: below them not even the first entry of the legend fits
const LEGEND = 22; // height in pixels of the legend's row below the world

/** Draws in pixels of the screen instead of cells. */
function onScreen(ctx: Ctx, look: Look, paint: (width: number, height: number) => void): void {
  const ratio = ctx.getTransform().a / look.scale;
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(ctx.canvas.width / ratio, ctx.canvas.height / ratio);
  ctx.restore();
}

/** The left edge of the overview map in pixels: on the right of the board, unless it would lie over the hero there. */
export function mapLeft(right: number, top: number, hero: Point): number {
  return hero.x > right - HERO && hero.y > top - HERO ? EDGE : right;
}

/** Draws the overview map: the whole world in a corner, with a frame around the part that is shown. */
export function drawMap(
  ctx: Ctx,
  layer: Layer,
  scene: Scene,
  dots: readonly Dot[],
  model: Model,
  hero: Point,
  look: Look,
): void {
  onScreen(ctx, look, (width, height) => {
    const scale = Math.min(MAP, width / 3) / (Math.max(scene.width, scene.height) + 1);
    const w = (scene.width + 1) * scale;
    const h = (scene.height + 1) * scale;
    const { theme, visible } = look;
    const y = height - h - LEGEND - 4;
    const right = width - w - EDGE;
    const at = { x: (hero.x - visible.x) * look.scale, y: (hero.y - visible.y) * look.scale };
    ctx.translate(mapLeft(right, y, at), y);
    const key = `${model.turn} ${theme.dark} ${w}`;
    const paint = (own: Ctx) => {
      own.fillStyle = theme.ground;
      own.fillRect(0, 0, w, h);
      const colors = classColors(theme);
      scene.monsters.forEach((m, id) => {
        if (model.health[id] === 0) return;
        own.fillStyle = colors[dots[id]!.class]!;
        own.fillRect(m.x * scale - 0.75, m.y * scale - 0.75, 1.5, 1.5);
      });
    };
    layer.draw(ctx, key, [], paint, { x: 0, y: 0, w, h });
    ctx.strokeStyle = theme.muted;
    ctx.lineWidth = 1;
    ctx.strokeRect(0, 0, w, h);
    ctx.beginPath();
    ctx.rect(0, 0, w, h);
    ctx.clip();
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2;
    ctx.strokeRect(visible.x * scale, visible.y * scale, visible.w * scale, visible.h * scale);
    ctx.beginPath();
    ctx.arc(hero.x * scale, hero.y * scale, 3.5, 0, 2 * Math.PI);
    ctx.fillStyle = theme.seat[0];
    ctx.fill();
  });
}

/** Draws the legend: one row below the world with as many entries as fit. */
export function drawLegend(ctx: Ctx, look: Look): void {
  const { theme } = look;
  const signs: [width: number, words: string, sign: () => void][] = [
    [12 * CLASSES, 'gold per health; larger: more health', () => ramp(ctx, classColors(theme))],
    [26, 'speed', () => stroke(ctx, theme.seat[0], [], () => segment(ctx, 20))],
    [26, 'range', () => stroke(ctx, theme.accent, [4, 3], () => segment(ctx, 20))],
    [18, 'attacks', () => sheet.draw(ctx, theme, 'fierce', 6, -0.5, 17)],
    [18, 'most gold per health', () => sheet.draw(ctx, theme, 'crown', 6, 6, 20)],
  ];
  onScreen(ctx, look, (width, height) => {
    if (width < NARROW) return;
    ctx.globalAlpha = 0.75;
    ctx.fillStyle = theme.ground;
    ctx.fillRect(0, height - LEGEND, width, LEGEND);
    ctx.globalAlpha = 1;
    let x = EDGE;
    for (const [wide, words, sign] of signs) {
      const style = { color: theme.muted, size: 11, align: 'left' as const };
      const end = x + wide + textWidth(ctx, words, style) + 18;
      if (end > width) return;
      ctx.save();
      ctx.translate(x, height - 11);
      sign();
      ctx.restore();
      text(ctx, words, x + wide, height - 11, style);
      x = end;
    }
  });
}

function ramp(ctx: Ctx, colors: string[]): void {
  for (const [i, color] of colors.entries()) {
    ctx.beginPath();
    ctx.arc(5 + i * 11, 0, 3 + i * 0.5, 0, 2 * Math.PI);
    ctx.fillStyle = color;
    ctx.fill();
  }
}

function stroke(ctx: Ctx, color: string, dash: number[], path: () => void): void {
  ctx.beginPath();
  path();
  ctx.setLineDash(dash);
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

function segment(ctx: Ctx, length: number): void {
  ctx.moveTo(0, 0);
  ctx.lineTo(length, 0);
}
