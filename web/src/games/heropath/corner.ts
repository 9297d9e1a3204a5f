import { type Ctx, text } from '../draw';
import type { Look } from '../types';
import type { Layer } from './layer';
import { CLASSES, classColors, type Dot } from './look';
import type { Model, Scene } from './view';

const MAP = 170; // pixels of the small map's longer side
const EDGE = 12;

/** Draws in pixels of the screen instead of cells. */
function onScreen(ctx: Ctx, look: Look, paint: (width: number, height: number) => void): void {
  const ratio = ctx.getTransform().a / look.scale;
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(ctx.canvas.width / ratio, ctx.canvas.height / ratio);
  ctx.restore();
}

/** The whole world in a corner, with the part that is shown. */
export function drawMap(
  ctx: Ctx,
  layer: Layer,
  scene: Scene,
  dots: readonly Dot[],
  model: Model,
  hero: { x: number; y: number },
  look: Look,
): void {
  onScreen(ctx, look, (width, height) => {
    const scale = MAP / (Math.max(scene.width, scene.height) + 1);
    const w = (scene.width + 1) * scale;
    const h = (scene.height + 1) * scale;
    const { theme, visible } = look;
    ctx.translate(width - w - EDGE, height - h - EDGE);
    const key = `${model.turn} ${theme.dark}`;
    layer.draw(ctx, key, (own) => {
      own.fillStyle = theme.ground;
      own.fillRect(0, 0, w, h);
      const colors = classColors(theme);
      scene.monsters.forEach((m, id) => {
        if (model.health[id] === 0) return;
        own.fillStyle = colors[dots[id]!.class]!;
        own.fillRect(m.x * scale - 0.75, m.y * scale - 0.75, 1.5, 1.5);
      });
    });
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

/** What sizes, colours and rings mean. */
export function drawLegend(ctx: Ctx, look: Look): void {
  onScreen(ctx, look, (_, height) => {
    const { theme } = look;
    const say = (words: string, x: number, y: number) =>
      text(ctx, words, x, y, { color: theme.muted, size: 11, align: 'left' });
    ctx.translate(EDGE, height - EDGE);
    ctx.beginPath();
    ctx.roundRect(-6, -64, 268, 72, 6);
    ctx.globalAlpha = 0.8;
    ctx.fillStyle = theme.ground;
    ctx.fill();
    ctx.globalAlpha = 1;
    classColors(theme).forEach((color, i) => {
      ctx.beginPath();
      ctx.arc(5 + i * 12, -52, 3 + i * 0.5, 0, 2 * Math.PI);
      ctx.fillStyle = color;
      ctx.fill();
    });
    say('gold per health; larger: more health', 12 * CLASSES + 6, -52);
    ctx.lineWidth = 1.5;
    for (const [y, color, dash, words] of [
      [-36, theme.seat[0], [], "the hero's speed"],
      [-20, theme.accent, [4, 3], "the hero's range"],
      [-4, theme.danger, [], 'a monster that attacks'],
    ] as const) {
      ctx.beginPath();
      ctx.setLineDash(dash);
      if (y === -4) ctx.arc(28, y, 4.5, 0, 2 * Math.PI);
      else {
        ctx.moveTo(2, y);
        ctx.lineTo(54, y);
      }
      ctx.strokeStyle = color;
      ctx.stroke();
      ctx.setLineDash([]);
      say(words, 12 * CLASSES + 6, y);
    }
  });
}
