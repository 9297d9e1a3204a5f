import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runClock } from './clock';
import { Transport } from './transport';

let waiting: FrameRequestCallback[] = [];

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestAnimationFrame', (f: FrameRequestCallback) => waiting.push(f));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

afterEach(() => vi.unstubAllGlobals());

test('each frame of the screen asks for one more while playing, and for none at rest', () => {
  const transport = new Transport(() => 1);
  transport.setLast(3);
  runClock(transport);
  expect(waiting.length).toBe(0);
  transport.toggle();
  let now = performance.now();
  for (let i = 0; i < 200 && transport.playing; i++) {
    expect(waiting.length).toBe(1);
    now += 16;
    waiting.shift()!(now);
  }
  expect(transport.at).toBe(3);
  expect(waiting.length).toBe(0);
});
