// Watching a running match.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ends, launch, open } from './browser.mjs';
import { arbiter, played, start } from './program.mjs';

let program;
let browser;

before(async () => {
  program = await start([]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

/**
 * Starts a match with a bot that answers for some turns, and for the others once it is told to go on, so that a page
 * sees a running match however late it opens.
 */
async function play(t, seed) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const allowed = join(dir, 'turns');
  writeFileSync(allowed, '5');
  const wait = `n=$((n+1)); until [ ! -e ${allowed} ] || [ $n -le $(cat ${allowed}) ]; do sleep 0.1; done`;
  const slow = `sh -c '${arbiter} bot keeper/greedy | while read -r line; do sleep 0.1; ${wait}; echo "$line"; done'`;
  const { id } = await program.ask('/api/matches', {
    game: 'keeper',
    bots: [slow],
    seed,
    first_ms: 0,
    turn_ms: 0,
  });
  return { id, goOn: () => writeFileSync(allowed, '1000') };
}

test('turns appear as they are played, up to the end', async (t) => {
  const { id, goOn } = await play(t, '10');
  const { page, sockets, done } = await open(t, browser, program.base, `/matches/${id}`);
  await page.waitForSelector('button.live');
  const first = Number(await page.textContent('.turn b'));
  goOn();
  await page.waitForFunction((n) => Number(document.querySelector('.turn b').textContent) > n, first);
  await ends(page, (await played(program, id)).turns);
  await page.waitForSelector('button.live', { state: 'detached' });
  await Promise.all(sockets);
  done();
});

test('while live is lit, the viewer is never more than two turns behind', async (t) => {
  const { id, goOn } = await play(t, '11');
  const { page, done } = await open(t, browser, program.base, `/matches/${id}`);
  await page.waitForSelector('button.live.on');
  goOn();
  await page.waitForFunction(() => {
    const lit = document.querySelector('button.live.on');
    if (!lit) return true; // the match is over
    const [turn, last] = document.querySelector('.turn').textContent.match(/\d+/g).map(Number);
    if (last - turn > 2) throw new Error(`turn ${turn} of ${last}`);
    return last >= 60;
  });
  done();
});

test('a server that is killed and started again: the viewer starts over, and pages say while it is down', async (t) => {
  // All the ways in which Chromium tells that a server went away while it was asked.
  const expected =
    /WebSocket|ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|Failed to fetch|status of 404/;
  const { page: home } = await open(t, browser, program.base, '/', { expected });
  await home.waitForSelector('main');
  const { id, goOn } = await play(t, '13');
  const { page, done } = await open(t, browser, program.base, `/matches/${id}`, { expected });
  await page.waitForSelector('button.live');
  await page.waitForFunction(() => Number(document.querySelector('.turn').textContent.split('/')[1]) > 2);
  await program.kill();
  await page.getByText('connection lost, reconnecting').waitFor();
  for (const p of [page, home]) await p.getByText('The server is down.').waitFor();
  goOn();
  await program.restart();
  for (const p of [page, home]) await p.getByText('The server is down.').waitFor({ state: 'detached' });
  await page.getByText('connection lost, reconnecting').waitFor({ state: 'detached' });
  await page.waitForFunction(() => Number(document.querySelector('.turn').textContent.split('/')[1]) > 5);
  await ends(page, (await played(program, id)).turns);
  await page.waitForSelector('button.live', { state: 'detached' });
  assert.equal(await page.locator('main .error').count(), 0);
  done();
});

test('a lost server is reported, and the received turns stay', async (t) => {
  const { id } = await play(t, '10');
  const { page } = await open(t, browser, program.base, `/matches/${id}`);
  await page.waitForSelector('button.live');
  await page.waitForFunction(() => Number(document.querySelector('.turn b').textContent) >= 3);
  await program.kill();
  await page.waitForSelector('text=connection lost');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.turn b').textContent === '0');
});
