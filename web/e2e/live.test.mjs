// Watching a running match.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ends, launch, open, violations } from './browser.mjs';
import { held } from './held.mjs';
import { played, start } from './program.mjs';

let program;
let browser;

before(async () => {
  program = await start([], {}, ['--concurrency', '4']); // matches that are held leave room for others
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

/** Starts a match that is held after five turns until it is told to go on, with so many seconds before each answer. */
async function play(t, seed, pause = 0.1) {
  const { bot, goOn, remove } = held('keeper/greedy', 5, pause);
  t.after(remove);
  const { id } = await program.ask('/api/matches', {
    game: 'keeper',
    bots: [bot],
    seed,
    first_ms: 0,
    turn_ms: 0,
  });
  return { id, goOn };
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

test('home has a picture of the board of a running match', async (t) => {
  const { id, goOn } = await play(t, '15');
  const { page, settled, done } = await open(t, browser, program.base, '/', { bypassCSP: true });
  const board = page.locator(`a[href="/matches/${id}"] canvas.still`);
  await board.waitFor();
  // Nothing is drawn before the replay has been read.
  await page.waitForFunction((path) => {
    const canvas = document.querySelector(`a[href="${path}"] canvas.still`);
    return canvas !== null && canvas.toDataURL().length > 3000; // an empty one has some hundred
  }, `/matches/${id}`);
  assert.equal(await page.locator('iframe').count(), 0);
  await settled();
  assert.deepEqual(await violations(page), []);
  goOn();
  done();
});

test('the page of a match that was watched to its end leads on, however late its result is stored', async (t) => {
  const { id, goOn } = await play(t, '14');
  const { page, done } = await open(t, browser, program.base, '/');
  let early = 2; // answers in which the match has ended and is not stored yet
  await page.route(`**/api/matches/${id}`, async (route) => {
    const response = await route.fetch();
    const match = await response.json();
    if (match.state === 'played' && early-- > 0) match.state = 'playing';
    await route.fulfill({ response, json: match });
  });
  await page.goto(`${program.base}/matches/${id}`);
  await page.waitForSelector('button.live');
  goOn();
  await ends(page, (await played(program, id)).turns);
  await page.getByRole('button', { name: 'Play it again' }).waitFor();
  assert.ok(early < 0, 'the page was told that the match goes on');
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
  // Chromium has many words for a server that went away while it was asked.
  const expected = /WebSocket|net::ERR_|Failed to fetch|status of 404/;
  const { page: home } = await open(t, browser, program.base, '/', { expected });
  await home.waitForSelector('main');
  const { id, goOn } = await play(t, '13');
  const { page, done } = await open(t, browser, program.base, `/matches/${id}`, { expected });
  await page.waitForSelector('button.live');
  await page.waitForFunction(() => Number(document.querySelector('.turn').textContent.split('/')[1]) > 2);
  await program.kill();
  await page.getByText('connection lost, reconnecting').waitFor();
  for (const p of [page, home]) await p.getByText('Server unreachable.').waitFor();
  goOn();
  await program.restart();
  for (const p of [page, home]) await p.getByText('Server unreachable.').waitFor({ state: 'detached' });
  await page.getByText('connection lost, reconnecting').waitFor({ state: 'detached' });
  await page.waitForFunction(() => Number(document.querySelector('.turn').textContent.split('/')[1]) > 5);
  await ends(page, (await played(program, id)).turns);
  await page.waitForSelector('button.live', { state: 'detached' });
  assert.deepEqual(await page.locator('main .error').allTextContents(), []);
  done();
});

test('a live match has no serious violation, light or dark', async (t) => {
  const { id } = await play(t, '12');
  const { page, done } = await open(t, browser, program.base, `/matches/${id}`, { bypassCSP: true });
  await page.waitForSelector('button.live');
  await page.waitForFunction(() => Number(document.querySelector('.turn b').textContent) >= 3);
  assert.equal(await page.locator('h1').count(), 1);
  assert.deepEqual(await violations(page), []);
  done();
});

test('a single match whose connection is lost is never another one', async (t) => {
  const one = await play(t, '21', 0);
  const { page } = await open(t, browser, program.base, '/open', { expected: /WebSocket/ });
  let last;
  let lost = false; // from its first turns on, until another match is over: on a busy machine it may connect twice before
  await page.routeWebSocket(
    (url) => url.pathname === `/api/live/${one.id}`,
    (socket) => {
      last = socket;
      if (lost) socket.close({ code: 1011 });
      else socket.connectToServer();
    },
  );
  await page.goto(`${program.base}/matches/${one.id}`);
  await page.waitForFunction(() => Number(document.querySelector('.turn b')?.textContent) >= 3);
  const said = () => page.locator('.hub .facts').textContent();
  const before = await said();
  const other = await play(t, '22', 0); // by the same bot
  lost = true;
  await last.close({ code: 1011 });
  await page.getByText('connection lost').waitFor();
  other.goOn();
  await played(program, other.id);
  assert.equal(await said(), before);
  lost = false;
  one.goOn();
  await ends(page, (await played(program, one.id)).turns);
  await page.getByText('connection lost').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, `/matches/${one.id}`);
  assert.match(await said(), /seed 21/);
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
