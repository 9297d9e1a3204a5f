// What pages do when the machine is too busy for a match, or the server goes away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ends, follow, launch, open, painted } from './browser.mjs';
import { held } from './held.mjs';
import { until } from './patience.mjs';
import { played, start, stored } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;

before(async () => {
  program = await start(['domain', 'keeper']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

const VOID = 'played again: the machine was busy';

/** Puts the page between the browser and a live stream of the server. */
async function between(page, path) {
  const wire = {};
  await page.routeWebSocket(
    (url) => url.pathname === path,
    (socket) => {
      wire.socket = socket;
      const server = socket.connectToServer();
      server.onMessage((message) => {
        wire.received = true;
        socket.send(message);
      });
    },
  );
  return wire;
}

for (const [size, viewport] of sizes) {
  test(`${size}: a void match leaves the boards at once, another takes its place, and who watches reads why`, async (t) => {
    const { bot, remove } = held('keeper/greedy', 5);
    t.after(remove);
    const limits = { first_ms: 0, turn_ms: 0 };
    const plan = { name: `busy-${size}`, game: 'keeper', bots: [bot], seeds: '1..3', start: true, ...limits };
    await program.ask('/api/tournaments', plan);
    const { page, done } = await open(t, browser, program.base, '/', { viewport });
    const wire = await between(page, '/api/live');
    await page.goto(`${program.base}/tournaments/busy-${size}`);
    const boards = page.locator('.boards iframe');
    await boards.first().waitFor();
    const src = await boards.first().getAttribute('src');
    const id = src.split('/').pop();
    const match = { id, tournament: plan.name, seats: ['held'] };
    const send = (type) =>
      wire.socket.send(JSON.stringify({ type, at: new Date(0).toISOString(), game: 'keeper', match }));
    send('match void');
    await page.getByText('1 match is played again: the machine was busy.').waitFor();
    await page.locator(`.boards iframe[src="${src}"]`).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.error').count(), 0);
    send('match started');
    await page.locator(`.boards iframe[src="${src}"]`).waitFor();
    await page.getByText('is played again').waitFor({ state: 'detached' });
    await page.frameLocator(`.boards iframe[src="${src}"]`).locator('canvas').waitFor();
    done();
  });

  test(`${size}: a match that breaks off while it is watched says that it is played again`, async (t) => {
    const { bot, goOn, remove } = held('keeper/greedy', 5);
    t.after(remove);
    const request = { game: 'keeper', bots: [bot], seed: '7', first_ms: 0, turn_ms: 0 };
    const { id } = await program.ask('/api/matches', request);
    const { page, done } = await open(t, browser, program.base, '/open', { viewport });
    const wire = await between(page, `/api/live/${id}`);
    await page.goto(`${program.base}/matches/${id}`);
    await page.waitForFunction(() => Number(document.querySelector('.turn b')?.textContent) >= 3);
    await wire.socket.close({
      code: 4000,
      reason: 'the match broke off and has no result; a tournament plays it again',
    });
    await page.getByText('played again: the machine was busy').waitFor();
    assert.equal(await page.getByText('connection lost').count(), 0);
    assert.equal(await page.locator('main .error').count(), 0);
    await page.waitForSelector('button.live');
    goOn();
    await ends(page, (await played(program, id)).turns);
    await page.getByText('played again: the machine was busy').waitFor({ state: 'detached' });
    // Whoever comes by a link while the match waits reads the same, and sees it once it has been
    // played.
    const waiting = { ...(await program.ask(`/api/matches/${id}`)), state: 'waiting', why: VOID };
    await page.route(`**/api/matches/${id}`, (route) => route.fulfill({ json: waiting }));
    await page.reload();
    await page.getByText(`This match has no result yet. It is ${VOID}.`).waitFor();
    assert.equal(await page.locator('main .error').count(), 0);
    await page.unroute(`**/api/matches/${id}`);
    await ends(page, (await played(program, id)).turns);
    await page.getByText('This match has no result yet').waitFor({ state: 'detached' });
    done();
  });

  test(`${size}: pages that could not be read while the server was away go on by themselves`, async (t) => {
    const expected = /WebSocket|ERR_|Failed to (fetch|load)|status of 50/;
    const { matches } = await program.ask('/api/matches?game=domain&limit=1');
    const paths = [
      '/games/domain/rules',
      '/matches?game=domain',
      '/tournaments',
      `/matches/${matches[0].id}`,
    ];
    const opened = [];
    for (const path of paths) {
      const { page } = await open(t, browser, program.base, '/matches', { viewport, expected });
      await page.waitForSelector('tbody tr');
      opened.push([page, path]);
    }
    await program.kill();
    for (const [page, path] of opened) {
      await follow(page, path);
      await page.getByText('Server unreachable.').waitFor();
      await page.locator('.error').or(page.getByText('appears when the server is back')).first().waitFor();
      assert.equal(await page.getByText('Reload the page').count(), 0, 'the page goes on by itself');
    }
    await program.restart();
    for (const [page, path] of opened) {
      await page.getByText('Server unreachable.').waitFor({ state: 'detached' });
      await until(async () => (await page.locator('.error').count()) === 0, `${path} has no error`);
      await page
        .locator(
          path.includes('rules')
            ? 'main h2'
            : path.includes('?') || path === '/tournaments'
              ? 'tbody tr'
              : 'canvas',
        )
        .first()
        .waitFor();
    }
  });
}

test('a board whose code was asked for while the server was away is drawn when it is back', async (t) => {
  const { id } = await stored(program, 'keeper');
  const { page, done } = await open(t, browser, program.base, '/matches', { expected: /net::ERR_/ });
  await page.waitForSelector('tbody tr');
  // After the replay of a match no code but the game's is asked for. The build merges domain's with other code, since it
  // is small.
  let read = false;
  page.on('request', (request) => {
    read ||= request.url().endsWith(`/api/matches/${id}/replay`);
  });
  let asked = 0;
  await page.route('**/assets/*.js', (route) =>
    read && asked++ === 0 ? route.abort('connectionrefused') : route.continue(),
  );
  await follow(page, `/matches/${id}`);
  await until(() => asked > 1, 'the code is asked for again');
  await painted(page);
  assert.deepEqual(await page.locator('main .error').allTextContents(), []);
  done();
});
