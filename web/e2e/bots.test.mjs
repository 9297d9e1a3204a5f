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

before(async () => {
  program = await start(['domain', 'keeper']);
  browser = await launch();
  const bots = ['greedy', 'random', 'wait'].map((b) => `builtin:domain/${b}`);
  const plan = { game: 'domain', bots, seeds: '1..2', first_ms: 60_000, turn_ms: 60_000, start: true };
  await program.ask('/api/tournaments', { ...plan, name: 'record' });
  await ended(program, 'record');
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
