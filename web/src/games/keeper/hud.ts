import type { Theme } from '../../ui/theme';
import { type Ctx, text } from '../board/text';
import { sheet } from './figures';
import { CHARGED, type Model, type Pose } from './model';
import type { Scene } from './types.gen';

/** The height of the strip above the maze, in cells. */
export const HUD = 1.3;

const MIDDLE = -HUD / 2 - 0.45;

/** Draws health, charges, the score and its curve over the turns so far. */
export function drawHud(ctx: Ctx, theme: Theme, scene: Scene, model: Model, { hero }: Pose): void {
  drawHealth(ctx, theme, scene, hero.health);
  CHARGED.forEach((weapon, i) => {
    const x = 7.3 + i * 1.15;
    sheet.draw(ctx, theme, weapon, x, MIDDLE, 0.62);
    text(ctx, String(hero.charges[i]), x + 0.55, MIDDLE, { color: theme.text, size: 0.55, weight: 700 });
  });
  const score = Math.round(hero.score).toLocaleString('en-US');
  drawScores(ctx, theme, scene, model.scores);
  text(ctx, score, scene.width, MIDDLE, { color: theme.text, size: 0.65, weight: 700, align: 'right' });
}

/** Draws a pip for each point of health, dark when it is lost. */
function drawHealth(ctx: Ctx, theme: Theme, scene: Scene, health: number): void {
  const w = 4.6 / scene.max_health;
  for (let i = 0; i < scene.max_health; i++) {
    ctx.beginPath();
    ctx.roundRect(i * w, MIDDLE - 0.22, w - 0.06, 0.44, 0.05);
    ctx.fillStyle = i < health ? theme.seat[0] : theme.boardLine;
    ctx.fill();
  }
  const color = health <= scene.max_health / 4 ? theme.danger : theme.text;
  text(ctx, String(Math.round(health)), 5.05, MIDDLE, { color, size: 0.55, weight: 700 });
}

function drawScores(ctx: Ctx, theme: Theme, scene: Scene, scores: number[]): void {
  if (scores.length < 2) return;
  const low = Math.min(0, ...scores);
  const high = Math.max(1, ...scores);
  const x = (i: number) => 10.7 + ((scene.width - 2.4 - 10.7) * i) / scene.turn_limit;
  const y = (score: number) => MIDDLE + 0.32 - (0.64 * (score - low)) / (high - low);
  ctx.beginPath();
  ctx.moveTo(x(0), y(0));
  ctx.lineTo(x(scene.turn_limit), y(0));
  ctx.strokeStyle = theme.boardLine;
  ctx.lineWidth = 0.03;
  ctx.stroke();
  ctx.beginPath();
  for (const [i, score] of scores.entries()) ctx.lineTo(x(i), y(score));
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 0.05;
  ctx.lineJoin = 'round';
  ctx.stroke();
}
