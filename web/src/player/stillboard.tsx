import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { loadRenderer } from '../games';
import type { Board } from '../games/renderer';
import { watch } from '../replay/live';
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
  running?: boolean; // the match is being played
  children: ComponentChildren; // in place of a board whose replay is gone
}

const ANEW_MS = 10_000; // between two pictures of a running match
const QUIET_MS = 200; // without a new turn after which a running match has been read up to now
const LONGEST_MS = 2000; // of reading one whose turns follow each other faster than that

/** The last position of a match as a picture: one request for its replay, and nothing that plays. */
export function StillBoard({ id, label, running, children }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ending, setEnding] = useState<Ending | 'gone'>();
  useEffect(() => {
    const abort = new AbortController();
    let next: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (running) next = setTimeout(look, ANEW_MS);
      endingOf(running ? soFar(id, abort.signal) : whole(id, abort.signal)).then(
        setEnding,
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 410) setEnding('gone');
        },
      );
    };
    look();
    return () => {
      clearTimeout(next);
      abort.abort();
    };
  }, [id, running]);
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

/** A match that has been played. */
async function whole(id: string, signal: AbortSignal): Promise<Replay> {
  const replay = new Replay();
  await readMatch(replay, id, signal);
  return replay;
}

/** A running match as far as it has been played. */
export function soFar(id: string, signal: AbortSignal, follow = watch): Promise<Replay> {
  const replay = new Replay();
  return new Promise((read, failed) => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    let latest: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(quiet);
      clearTimeout(latest);
      unwatch();
      forget();
    };
    const end = () => {
      stop();
      read(replay);
    };
    const forget = replay.subscribe(() => {
      if (!replay.ready) return;
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_MS);
      latest ??= setTimeout(end, LONGEST_MS);
    });
    const unwatch = follow(replay, id);
    signal.addEventListener('abort', () => {
      stop();
      failed(new Error('the page has been left'));
    });
  });
}

async function endingOf(reading: Promise<Replay>): Promise<Ending> {
  const replay = await reading;
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
