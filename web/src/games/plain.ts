import type { GameEvent } from '../replay/model';
import { type ProgramScene, program } from './program';
import type { Renderer } from './renderer';

/** Shows a game of another build, which has no renderer: without a board, but with events, answers and plots. */
const renderer: Renderer = {
  options: [],
  load: (header, scene) =>
    header.referee === undefined
      ? {
          bounds: { x: 0, y: 0, w: 16, h: 9 },
          state: (_frames, turn) => turn,
          draw(ctx, _model, _t, look) {
            ctx.fillStyle = look.theme.muted;
            ctx.font = '0.6px system-ui, sans-serif';
            ctx.textAlign = 'center';
            ctx.fillText(`No board for ${header.game}.`, 8, 4.6);
          },
          hitTest: () => null,
          describe: () => ({ title: '', rows: [] }),
          describeEvent: plainEvent,
          marks: () => [],
          series: [],
          standing: () => ({ score: null, facts: [] }),
        }
      : program(header, scene as ProgramScene),
};

export default renderer;

/** Describes an event by its fields: "move from [0,0] to [2,1]". */
export function plainEvent(event: GameEvent): string {
  const words: string[] = [event.type];
  for (const [key, value] of Object.entries(event)) {
    if (key === 'type' || key === 'step' || key === 'seat') continue;
    words.push(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return words.join(' ');
}
