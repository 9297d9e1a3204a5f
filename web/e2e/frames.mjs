// Measures script and paint of the frames in which a match is played, from a trace of Chromium: node e2e/frames.mjs [GAME...]
//
// It prints for each game the median and the 95th percentile in milliseconds, and fails beyond 8 and 16. The table is
// worth something on a machine with two quiet cores; its load is printed.
import { loadavg } from 'node:os';
import { launch } from './browser.mjs';
import { games, start, stored } from './program.mjs';
import { sizes } from './sizes.mjs';

const MEDIAN = 8; // ms
const SLOW = 16; // ms, of 95 frames of 100
const FRAMES = 300;
const WORK = ['FireAnimationFrame', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'];

const asked = process.argv.length > 2 ? process.argv.slice(2) : games;
const program = await start(asked);
const browser = await launch();
try {
  console.log(`Chromium ${browser.version()}, load ${loadavg()[0].toFixed(1)}\n`);
  console.log('| board | size | frames | median, ms | 95 %, ms |\n|---|---|--:|--:|--:|');
  for (const game of asked) {
    const { id } = await stored(program, game);
    for (const [size, viewport] of sizes) {
      const all = (await measure(id, viewport)).sort((a, b) => a - b);
      const at = (share) => all[Math.floor(share * (all.length - 1))];
      const [median, slow] = [at(0.5), at(0.95)];
      console.log(`| ${game} | ${size} | ${all.length} | ${median.toFixed(1)} | ${slow.toFixed(1)} |`);
      if (median > MEDIAN || slow > SLOW) process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await program.close();
}

/** Plays a match from its start, again and again, and returns the milliseconds of work in each frame. */
async function measure(id, viewport) {
  const page = await browser.newPage({ viewport });
  await page.goto(`${program.base}/matches/${id}#t=0`);
  await page.waitForSelector('.board canvas[data-fps]');
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) {
      document.querySelector('button[aria-label=play]')?.click();
      await new Promise(requestAnimationFrame);
    }
  }, FRAMES);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  await page.close();
  return framesOf(traceEvents);
}

/** The work on the page's main thread from the first script of a frame to the next one. */
function framesOf(events) {
  const named = events.filter((e) => e.ph === 'X' && WORK.includes(e.name));
  const thread = mostFrequent(named.filter((e) => e.name === 'FireAnimationFrame').map((e) => e.tid));
  const frames = [];
  let end = 0; // of the work that was counted last: what lies within it is part of it
  let drawn = true; // the last work was not a script: the next script begins a frame
  for (const e of named.filter((e) => e.tid === thread).sort((a, b) => a.ts - b.ts)) {
    if (e.ts < end) continue;
    const script = e.name === 'FireAnimationFrame';
    if (script && drawn) frames.push(0);
    drawn = !script;
    if (frames.length === 0) continue;
    frames[frames.length - 1] += e.dur / 1000;
    end = e.ts + e.dur;
  }
  return frames;
}

function mostFrequent(all) {
  const count = new Map();
  for (const one of all) count.set(one, (count.get(one) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0];
}
