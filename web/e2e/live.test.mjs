// Watching a running match.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ends, launch, open } from './browser.mjs';
import { arbiter, start } from './program.mjs';

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

/** Starts a match with a bot that waits before each answer, so that there is time to watch. */
function play(seed) {
  const slow = `sh -c '${arbiter} bot keeper/greedy | while read -r line; do sleep 0.1; echo "$line"; done'`;
  return program.ask('/api/matches', { game: 'keeper', bots: [slow], seed, first_ms: 0, turn_ms: 0 });
}

test('turns appear as they are played, up to the end', async (t) => {
  const match = await play('10');
  const { page, sockets, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await page.waitForSelector('button.live');
  const first = Number(await page.textContent('.turn b'));
  await page.waitForFunction((n) => Number(document.querySelector('.turn b').textContent) > n, first);
  await page.waitForSelector('button.live', { state: 'detached', timeout: 60_000 });
  const { state, turns } = await program.ask(`/api/matches/${match.id}`);
  assert.equal(state, 'played');
  await ends(page, turns);
  await Promise.all(sockets);
  done();
});

test('while live is lit, the viewer is never more than two turns behind', async (t) => {
  const match = await play('11');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await page.waitForSelector('button.live.on');
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
  const expected =
    /WebSocket|ERR_CONNECTION_(REFUSED|RESET)|Failed to fetch|ERR_EMPTY_RESPONSE|status of 404/;
  const { page: home } = await open(t, browser, program.base, '/', { expected });
  await home.waitForSelector('main');
  const match = await play('13');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`, { expected });
  await page.waitForSelector('button.live');
  await page.waitForFunction(() => Number(document.querySelector('.turn').textContent.split('/')[1]) > 2);
  await program.kill();
  await page.getByText('connection lost, reconnecting').waitFor();
  for (const p of [page, home]) await p.getByText('The server is down.').waitFor();
  await program.restart();
  for (const p of [page, home]) await p.getByText('The server is down.').waitFor({ state: 'detached' });
  await page.getByText('connection lost, reconnecting').waitFor({ state: 'detached' });
  await page.waitForSelector('button.live', { state: 'detached', timeout: 0 });
  const { state, turns } = await program.ask(`/api/matches/${match.id}`);
  assert.equal(state, 'played');
  await ends(page, turns);
  assert.equal(await page.locator('main .error').count(), 0);
  done();
});

test('a lost server is reported, and the received turns stay', async (t) => {
  const match = await play('10');
  const { page } = await open(t, browser, program.base, `/matches/${match.id}`);
  await page.waitForSelector('button.live');
  await page.waitForFunction(() => Number(document.querySelector('.turn b').textContent) >= 3);
  await program.kill();
  await page.waitForSelector('text=connection lost');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.turn b').textContent === '0');
});
