import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { loadRenderer } from '../games';
import type { Board } from '../games/renderer';
import { Replay } from '../replay/replay';
import { readMatch } from '../replay/source';
import { onTheme, readTheme } from '../ui/theme';
import { Camera } from './camera';

/** How a match ended on the board, ready to be drawn. */
interface Ending {
  board: Board;
  model: unknown;
  options: Readonly<Record<string, boolean>>;
}

interface Props {
  id: string;
  label: string;
  children: ComponentChildren; // in place of a board whose replay is gone
}

/** The last position of a match as a picture: one request for its replay, and nothing that plays. */
export function StillBoard({ id, label, children }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ending, setEnding] = useState<Ending | 'gone'>();
  useEffect(() => {
    const abort = new AbortController();
    endingOf(id, abort.signal).then(setEnding, (error: unknown) => {
      if (error instanceof ApiError && error.status === 410) setEnding('gone');
    });
    return () => abort.abort();
  }, [id]);
  useEffect(() => {
    if (ending === undefined || ending === 'gone') return;
    const on = canvas.current!; // the page may be left while an observer still draws
    const draw = () => paint(on, ending);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(on);
    const stop = onTheme(draw);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [ending]);
  if (ending === 'gone') return <>{children}</>;
  return <canvas ref={canvas} class="still" role="img" aria-label={label} />;
}

async function endingOf(id: string, signal: AbortSignal): Promise<Ending> {
  const replay = new Replay();
  await readMatch(replay, id, signal);
  const renderer = await loadRenderer(replay.header!.game);
  const board = renderer.load(replay.header!, replay.scene);
  await board.ready?.();
  return {
    board,
    model: board.state(replay.frames as Parameters<Board['state']>[0], replay.last),
    options: Object.fromEntries(renderer.options.map((o) => [o.key, o.initial])),
  };
}

function paint(canvas: HTMLCanvasElement, { board, model, options }: Ending): void {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const ctx = canvas.getContext('2d');
  if (ctx === null || width === 0) return;
  const camera = new Camera(board.bounds);
  camera.resize(width, height);
  const { scale } = camera;
  const origin = camera.toScreen(0, 0);
  ctx.setTransform(scale * ratio, 0, 0, scale * ratio, origin.x * ratio, origin.y * ratio);
  const look = {
    theme: readTheme(canvas),
    options,
    seat: null,
    hover: null,
    scale,
    visible: camera.visible(),
  };
  board.draw(ctx, model, 1, look);
}
