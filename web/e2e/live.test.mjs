// Watching a running match.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ends, launch, open } from './browser.mjs';
import { arbiter, start } from './program.mjs';

let program;
let browser;

before(async () => {
  program = await start();
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
