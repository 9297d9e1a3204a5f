// Measures script and paint of the frames in which a match is played, from a trace of Chromium: node e2e/frames.mjs [GAME...]
//
// It prints for each game the median and the 95th percentile in milliseconds, and fails beyond 8 and 16. The table is
// worth something on a machine with two quiet cores; its load is printed.
import { loadavg } from 'node:os';
import { launch } from './browser.mjs';
import { frameTimes } from './frametimes.mjs';
import { games, start, stored } from './program.mjs';
import { sizes } from './sizes.mjs';

const MEDIAN = 8; // ms
const SLOW = 16; // ms, of 95 frames of 100
const FRAMES = 300;

const asked = process.argv.length > 2 ? process.argv.slice(2) : games;
const program = await start(asked);
const browser = await launch();
try {
  console.log(`Chromium ${browser.version()}, load ${loadavg()[0].toFixed(1)}\n`);
  console.log('| board | size | frames | median, ms | 95 %, ms |\n|---|---|--:|--:|--:|');
  for (const game of asked) {
    const { id } = await stored(program, game);
    for (const [size, viewport] of sizes) {
      const page = await browser.newPage({ viewport });
      await page.goto(`${program.base}/matches/${id}#t=0`);
      const all = await frameTimes(browser, page, FRAMES);
      await page.close();
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
