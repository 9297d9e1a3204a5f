import { useEffect, useRef, useState } from 'preact/hooks';
import { type Observable, useObservable } from '../lib/observable';
import { AdvantageBar, BetterLegend } from './advantage';
import { BoardCanvas, type BoardOverlay } from './boardcanvas';
import { Finale } from './finale';
import type { Player } from './player';
import { type TipState, Tooltip } from './tooltip';
import { ZoomButtons } from './zoombuttons';

interface Props {
  player: Player;
  over?: BoardOverlay & Observable; // what is drawn over it
  closeUp?: boolean; // opens near the action on a small screen
}

/** The board of a player with its tooltip, and with what is drawn over it. */
export function BoardView({ player, over, closeUp }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<BoardCanvas | null>(null);
  const [tip, setTip] = useState<TipState | null>(null);
  const board = useObservable(player, () => player.board);
  const turn = useObservable(player.transport, () => player.turn);

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
      closeUp,
    );
    setView(made);
    player.view = made;
    const redraw = () => made.redraw();
    const stops = [player.subscribe(redraw), over?.subscribe(redraw)];
    return () => {
      for (const stop of stops) stop?.();
      made.close();
      if (player.view === made) player.view = undefined;
    };
  }, [board, player, over, closeUp]);

  return (
    <div class="board">
      <canvas
        ref={canvas}
        role="img"
        tabIndex={-1}
        aria-label={
          turn === 0 ? 'board at the start' : `board in turn ${turn}; the panel says what happens in it`
        }
      />
      <AdvantageBar player={player} />
      <BetterLegend player={player} />
      {view && <ZoomButtons player={player} view={view} />}
      <Finale player={player} />
      {tip && <Tooltip {...tip} />}
    </div>
  );
}
