import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { stepCount } from '../games/board/motion';
import type { Player } from './player';
import { turnMs } from './transport';

const WIDTH = 480; // pixels
const FRAME_MS = 80; // browsers show frames below 20 ms slowly
const MOST_FRAMES = 600;
const REST_MS = 400; // the last frame of the range

/** Encodes the turns of a range as a GIF, with motion unless there are too many. Progress is told from 0 to 1. */
export async function encodeGif(
  player: Player,
  from: number,
  to: number,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const paint = player.view!.painter(WIDTH);
  const gif = GIFEncoder();
  const frames = framesOf(from, to, (turn) => stepCount(player.replay.frames[turn]!.view.events));
  for (const [i, { turn, t, ms }] of frames.entries()) {
    const picture = paint(turn, t);
    const { width, height } = picture;
    const { data } = picture.getContext('2d')!.getImageData(0, 0, width, height);
    const palette = quantize(data, 256);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: ms });
    progress((i + 1) / frames.length);
    await new Promise((done) => setTimeout(done)); // the page stays usable
    signal.throwIfAborted();
  }
  gif.finish();
  return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
}

interface GifFrame {
  turn: number;
  t: number;
  ms: number;
}

/** The frames of a range of turns: as many a turn as its motion takes, at least one. */
export function framesOf(from: number, to: number, stepsOf: (turn: number) => number): GifFrame[] {
  const frames: GifFrame[] = [];
  const still = (turn: number, ms: number): GifFrame => ({ turn, t: 1, ms });
  for (let turn = from; turn <= to; turn++) {
    const ms = turn === 0 || turn === from ? REST_MS : turnMs(stepsOf(turn));
    const n = turn === from ? 1 : Math.max(1, Math.round(ms / FRAME_MS));
    for (let i = 1; i <= n; i++) frames.push({ turn, t: turn === 0 ? 1 : i / n, ms: Math.round(ms / n) });
  }
  if (frames.length > MOST_FRAMES) {
    const every = Math.ceil((to - from + 1) / MOST_FRAMES);
    frames.length = 0;
    for (let turn = from; turn <= to; turn += every) frames.push(still(turn, FRAME_MS));
  }
  frames[frames.length - 1]!.ms = REST_MS;
  return frames;
}
