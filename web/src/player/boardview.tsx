import { useEffect, useRef, useState } from 'preact/hooks';
import type { Description } from '../games/renderer';
import { type Observable, useObservable } from '../lib/observable';
import { BoardCanvas, type BoardOverlay } from './boardcanvas';
import type { Player } from './player';

interface TipState {
  description: Description;
  x: number;
  y: number;
}

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

/** The tooltip of the entity under the pointer. It stays inside the board: left of the pointer in the right half. */
export function Tooltip({ description, x, y }: TipState) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current!;
    const room = box.parentElement!.getBoundingClientRect();
    const left = x + 16 + box.offsetWidth > room.width ? x - 16 - box.offsetWidth : x + 16;
    const top = Math.min(y + 12, room.height - box.offsetHeight - 4);
    box.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  });
  return (
    <div ref={ref} class="tip" role="tooltip">
      <b>{description.title}</b>
      {description.rows.length > 0 && (
        <dl>
          {description.rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
