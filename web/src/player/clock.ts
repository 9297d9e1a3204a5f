import type { Transport } from './transport';

const LONGEST_MS = 100; // a page that was in the background does not leap

/** Runs transports by the screen's frames. Returns a function that stops it. */
export function runClock(transport: Transport): () => void {
  let raf = 0;
  let before = 0;
  const frame = (now: number) => {
    transport.tick(Math.min(now - before, LONGEST_MS)); // raf is still set: the tick's own change wakes nothing
    before = now;
    raf = transport.playing ? requestAnimationFrame(frame) : 0;
  };
  const wake = () => {
    if (!transport.playing || raf !== 0) return;
    before = performance.now();
    raf = requestAnimationFrame(frame);
  };
  const stop = transport.subscribe(wake);
  const media = matchMedia('(prefers-reduced-motion: reduce)');
  const motion = () => transport.setReduced(media.matches);
  media.addEventListener('change', motion);
  motion();
  wake();
  return () => {
    stop();
    media.removeEventListener('change', motion);
    cancelAnimationFrame(raf);
  };
}
