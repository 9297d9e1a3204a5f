// Measures how long pages take with many matches: node e2e/timings.mjs [MATCHES [REPETITIONS]]
//
// A page is idle when the network has been quiet for QUIET and no task has kept the browser busy. Its time is the time
// of the last request or task. The first visit comes right after the server has prepared itself, with an empty cache;
// later ones reload.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { address, arbiter } from './program.mjs';

const QUIET = 500; // ms
const matches = Number(process.argv[2] ?? 100_000);
const repetitions = Number(process.argv[3] ?? 5);

const dir = mkdtempSync(join(tmpdir(), 'arbiter-timings-'));
const db = join(dir, 'arbiter.db');
execFileSync(arbiter, ['db', 'sample', '--matches', matches, '--db', db], { stdio: 'pipe' });
const server = spawn(arbiter, ['serve', '--db', db, '--addr', '127.0.0.1:0', '--no-analyse-losses'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const base = await address(server);
const browser = await launch();
try {
  const ask = async (path) => (await fetch(base + path)).json();
  await ask('/api/matches?filter=metric.depth%3E7'); // it has read what there is
  const bots = await Promise.all(['domain', 'keeper'].map((game) => ask(`/api/bots?game=${game}&limit=2`)));
  const [duel, solo] = bots.map((found) => encodeURIComponent(found.bots[0].id));
  const paths = {
    Home: '/',
    Tournament: '/tournaments/sample-domain',
    'Tournament, solo': '/tournaments/sample-keeper',
    Game: '/games/domain',
    Bot: `/bots/domain/${duel}`,
    'Bot, solo': `/bots/keeper/${solo}`,
    Matches: '/matches',
    'Matches, upsets': '/matches?result=upset',
    'Matches, filter': '/matches?filter=metric.depth%3E7',
  };
  console.log(`${matches} matches, Chromium ${browser.version()}, load ${loadavg()[0].toFixed(1)}\n`);
  console.log('| page | requests | kB | idle first, ms | idle again, ms |\n|---|--:|--:|--:|--:|');
  for (const [name, path] of Object.entries(paths)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const first = await visit(page, path);
    const again = [];
    for (let i = 0; i < repetitions; i++) again.push((await visit(page, path)).idle);
    again.sort((a, b) => a - b);
    const median = again[Math.floor(again.length / 2)];
    console.log(
      `| ${name} | ${first.requests} | ${Math.round(first.bytes / 1000)} | ${Math.round(first.idle)} | ${Math.round(median)} |`,
    );
    await context.close();
  }
} finally {
  await browser.close();
  server.kill('SIGKILL');
  rmSync(dir, { recursive: true });
}

/** Opens a page and returns when it became idle, and what it asked for until then. */
async function visit(page, path) {
  const open = new Set();
  let requests = 0;
  let last = Date.now();
  const begin = (r) => {
    if (r.resourceType() === 'websocket') return;
    requests++;
    open.add(r);
  };
  const sizes = [];
  const end = (r) => {
    open.delete(r);
    last = Date.now();
    sizes.push(r.sizes().catch(() => ({ responseBodySize: 0 })));
  };
  const events = { request: begin, requestfinished: end, requestfailed: end };
  for (const [event, f] of Object.entries(events)) page.on(event, f);
  const begun = Date.now();
  await page.goto(base + path, { waitUntil: 'commit' });
  for (;;) {
    // A page whose main thread is busy answers only when it is not.
    const asked = Date.now();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    if (Date.now() - asked > 50) last = Math.max(last, Date.now()); // a long task
    if (open.size === 0 && Date.now() - last >= QUIET) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  for (const [event, f] of Object.entries(events)) page.off(event, f);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size.responseBodySize, 0);
  return { idle: last - begun, requests, bytes };
}
