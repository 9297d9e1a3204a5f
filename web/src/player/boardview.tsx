import { useEffect, useRef, useState } from 'preact/hooks';
import { type Observable, useObservable } from '../lib/observable';
import { BoardCanvas, type BoardOverlay } from './boardcanvas';
import type { Player } from './player';
import { type TipState, Tooltip } from './tooltip';

/** The board of a player with its tooltip, and with what is drawn over it. */
export function BoardView({ player, over }: { player: Player; over?: BoardOverlay & Observable }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [tip, setTip] = useState<TipState | null>(null);
  const board = useObservable(player, () => player.board);

  useEffect(() => {
    if (board === undefined) return;
    const made = new BoardCanvas(
      canvas.current!,
      board,
      player.replay,
      player.transport,
      () => player,
      setTip,
      over,
    );
    const redraw = () => made.redraw();
    const stops = [player.subscribe(redraw), over?.subscribe(redraw)];
    return () => {
      for (const stop of stops) stop?.();
      made.close();
    };
  }, [board, player, over]);

  return (
    <div class="board">
      <canvas ref={canvas} aria-label="board" />
      {tip && <Tooltip {...tip} />}
    </div>
  );
}
