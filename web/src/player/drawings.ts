import { arrow } from '../games/board/highlight';
import type { Ctx } from '../games/board/text';
import type { Hint } from '../games/renderer';
import type { Frame, Shape } from '../replay/model';
import type { Theme } from '../ui/theme';

/**
 * Draws the shapes of bots' "@draw" lines, of one seat or all. Integers address cells, so that a line from 1 1
 * to 4 1 and a circle around 1 1 go through the middles of those cells.
 */
export function drawOverlay(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  seat: number | null,
  theme: Theme,
  scale: number,
): void {
  frame.seats.forEach((turn, i) => {
    if (seat !== null && seat !== i) return;
    for (const shape of turn.draw ?? []) drawShape(ctx, shape, theme, scale);
  });
}

const BETTER = '#009e73'; // the colour of what would have been better
const WALL = 0.17; // lines of an answer are walls

/** Draws a part of an answer that would have been better. */
export function drawHint(ctx: Ctx, hint: Hint, theme: Theme, scale: number): void {
  const { shape, at } = hint;
  if (shape === 'arrow') {
    const [x, y, toX, toY] = at as [number, number, number, number];
    if (x !== toX || y !== toY) arrow(ctx, BETTER, [x, y], [toX, toY], Math.max(0.1, 1.5 / scale));
  } else {
    drawShape(ctx, { ...hint, shape, color: BETTER }, theme, scale, WALL);
  }
}

/** Draws a shape, its lines at least so many cells wide. */
function drawShape(ctx: Ctx, shape: Shape, theme: Theme, scale: number, width = 0.06): void {
  const [x = 0, y = 0, c = 0, d = 0] = shape.at;
  ctx.save();
  ctx.strokeStyle = theme.text; // stays when the colour is none
  ctx.fillStyle = theme.text;
  ctx.strokeStyle = shape.color;
  ctx.fillStyle = shape.color;
  ctx.lineWidth = Math.max(shape.shape === 'line' ? width : 0.06, 1.5 / scale);
  ctx.lineCap = 'round';
  ctx.beginPath();
  switch (shape.shape) {
    case 'cell':
      ctx.rect(x + 0.06, y + 0.06, 0.88, 0.88);
      ctx.globalAlpha = 0.22;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.stroke();
      break;
    case 'line':
      ctx.moveTo(x + 0.5, y + 0.5);
      ctx.lineTo(c + 0.5, d + 0.5);
      ctx.stroke();
      break;
    case 'circle':
      ctx.arc(x + 0.5, y + 0.5, Math.max(0, c), 0, 2 * Math.PI);
      ctx.stroke();
      break;
    case 'text': {
      const size = Math.max(13 / scale, 0.3);
      ctx.translate(x + 0.5, y + 0.5);
      ctx.scale(size / 16, size / 16);
      ctx.font = '600 16px system-ui, sans-serif';
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.lineWidth = 4;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = theme.board;
      ctx.strokeText(shape.text ?? '', 0, 0);
      ctx.fillText(shape.text ?? '', 0, 0);
    }
  }
  ctx.restore();
}
