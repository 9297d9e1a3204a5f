// A bot's page as a player's page, and home without replays, in both sizes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { PATIENCE } from './patience.mjs';
import { ended, start } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;
let greedy; // the ID of a bot
let mine; // the newer one of two versions

before(async () => {
  program = await start(['domain', 'keeper']);
  browser = await launch();
  const bots = ['greedy', 'random', 'wait'].map((b) => `builtin:domain/${b}`);
  const plan = { game: 'domain', bots, seeds: '1..2', first_ms: 60_000, turn_ms: 60_000, start: true };
  await program.ask('/api/tournaments', { ...plan, name: 'record' });
  await ended(program, 'record');
  for (const [name, bot] of [
    ['older', 'random'],
    ['newer', 'greedy?seed=2'],
  ]) {
    await program.ask('/api/tournaments', { ...plan, name, bots: [`mine=builtin:domain/${bot}`, bots[1]] });
    await ended(program, name);
  }
  [mine] = (await program.ask('/api/bots?game=domain&name=mine')).bots;
  greedy = (await program.ask('/api/bots?game=domain&name=greedy')).bots[0].id;
});

after(async () => {
  await browser?.close();
  await program?.close();
});

for (const [size, viewport] of sizes) {
  const at = { viewport, bypassCSP: true };

  test(`${size}: a bot's page has its record by opponent and seat`, async (t) => {
    const { page, settled, done } = await open(t, browser, program.base, `/bots/domain/${greedy}`, at);
    const table = page.getByRole('table', { name: 'Record by opponent' });
    await table.locator('tbody tr').first().waitFor();
    await settled();
    assert.equal(await table.locator('tbody tr').count(), 3);
    // Counted from the matches themselves.
    const { matches } = await program.ask(
      `/api/matches?game=domain&bot=${encodeURIComponent(greedy)}&limit=200`,
    );
    const first = { 0: [0, 0, 0], 1: [0, 0, 0] };
    for (const { seats } of matches) {
      const own = seats.findIndex((s) => s.bot === greedy);
      const tie = seats[0].rank === seats[1].rank;
      first[own][tie ? 1 : seats[own].rank === 1 ? 0 : 2]++;
    }
    for (const seat of [0, 1])
      await page.getByText(new RegExp(`Seat ${seat}: *${first[seat].join('-')}`)).waitFor();
    // Those of the two tournaments that it played, whatever the game's is.
    await page.locator('dl.facts div', { hasText: /^Time limits1 min, none$/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} wide`);
    done();
  });

  test(`${size}: a bot's page begins with four facts, and its tabs have addresses and name no digest`, async (t) => {
    const base = `/bots/domain/${encodeURIComponent(mine.id)}`;
    for (const [part, table] of [
      ['', 'Latest matches'],
      ['/versions', 'Versions of mine'],
      ['/report', 'Points lost by opponent'],
      ['/positions', null],
    ]) {
      const { page, settled, done } = await open(t, browser, program.base, base + part, at);
      await page.getByRole('heading', { level: 1, name: /^mine/ }).waitFor();
      const facts = page.locator('.strip');
      for (const fact of [
        /^Against mine.*Elo/,
        /^Costs it most/,
        /^Lost points explained/,
        /^Slowest answer\d/,
      ])
        await facts.locator('div', { hasText: fact }).waitFor();
      if (table) await page.getByRole('table', { name: table }).waitFor();
      else await page.getByRole('heading', { name: 'Most costly answers' }).waitFor();
      await settled();
      const text = await page.locator('main').evaluate((main) => {
        const read = main.cloneNode(true);
        for (const command of read.querySelectorAll('code')) command.remove(); // to be copied
        return read.textContent;
      });
      assert.ok(!text.includes(mine.id), `${part} names ${mine.id}`);
      assert.equal(
        await page.getByRole('navigation', { name: 'About this bot' }).locator('[aria-current]').count(),
        1,
      );
      assert.deepEqual(await violations(page), [], part);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width, part);
      if (part === '') {
        await page.getByText('ID and specification').click();
        await page.getByText(mine.id, { exact: true }).waitFor(); // to be copied
      }
      done();
      await page.close();
    }
  });

  test(`${size}: a tab of a bot's page reads nothing again that is known`, async (t) => {
    const path = `/bots/domain/${encodeURIComponent(mine.id)}`;
    const { page, settled, requests, done } = await open(t, browser, program.base, path, at);
    await settled();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height <= 4000, `${height} high`);
    const tabs = page.getByRole('navigation', { name: 'About this bot' });
    await tabs.scrollIntoViewIfNeeded();
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    const before = requests.length;
    for (const name of ['Versions', 'Report']) {
      await tabs.getByRole('link', { name, exact: true }).click();
      await tabs.locator('[aria-current]', { hasText: name }).waitFor();
      await settled();
    }
    assert.ok(await heading.evaluate((h) => h.isConnected), 'the page is another one');
    const paths = requests.slice(before).map((r) => new URL(r.url()).pathname);
    for (const known of [`/api${path}`, '/api/ratings/domain', '/api/games/domain'])
      assert.ok(!paths.includes(known), `${known} is read again`);
    done();
  });

  test(`${size}: home shows the result of a match whose replay is deleted`, async (t) => {
    const page = await browser.newPage({ viewport, bypassCSP: true });
    t.after(() => page.close());
    page.setDefaultTimeout(PATIENCE);
    const gone = { status: 410, contentType: 'application/problem+json', body: '{"detail":"pruned"}' };
    await page.route(/\/api\/matches\/[^/]+\/(record|replay)$/, (route) => route.fulfill(gone));
    await page.goto(`${program.base}/`);
    await page.locator('.card .result ol.seats').nth(1).waitFor(); // of both games that were played
    assert.equal(await page.locator('.card canvas').count(), 0);
    assert.equal(await page.locator('.error').count(), 0);
    assert.equal(await page.locator('nav a[href="/workers"]').count(), 0);
    assert.deepEqual(await violations(page), []);
  });
}
