// Accessibility: axe-core checks each kind of page in both themes, no page overflows on a phone, and the keyboard
// suffices.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { ended, games, start, stored } from './program.mjs';

let program;
let browser;

const bots = ['builtin:domain/greedy', 'builtin:domain/random'];

before(async () => {
  program = await start();
  browser = await launch();
  const [candidate, baseline] = bots;
  const check = { name: 'ci', game: 'domain', candidate, baseline, seeds: '1..5', max_games: 10 };
  await program.ask('/api/checks', check);
  await ended(program, check.name);
  await program.ask('/api/leaderboards/seats', { game: 'domain', filter: 'seat=1' }, 'PUT');
});

after(async () => {
  await browser?.close();
  await program?.close();
});

test('no page has a serious violation, light or dark, and none is wider than a phone', async (t) => {
  const found = new Set(await others());
  const kinds = new Set(['/']);
  found.add('/');
  for (const path of found) {
    const { page, settled, done } = await open(t, browser, program.base, path, { bypassCSP: true });
    await settled();
    const links = await page.$$eval('a[href^="/"]', (list) => list.map((a) => a.pathname));
    for (const link of links) {
      const kind = link.replace(/(?<=\/[^/]+\/)(?!(new|rules)$)[^/]+/g, ':');
      if (!link.startsWith('/api/') && !kinds.has(kind)) found.add(link);
      kinds.add(kind);
    }
    assert.equal(await page.locator('h1').count(), 1, `${path} has one heading`);
    assert.deepEqual(await violations(page), [], path);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${path} is ${width} wide`);
    done();
    await page.close();
  }
  for (const kind of ['/games/:', '/tournaments/:', '/bots/:/:', '/matches/:', '/workers'])
    assert.ok(kinds.has(kind), `no page leads to ${kind}`);
});

test('a table is sorted and a form is sent from the keyboard', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/games/domain');
  const sort = page.getByRole('button', { name: 'Matches', exact: true });
  await sort.focus();
  await page.keyboard.press('Enter');
  const head = page.locator('th', { has: sort });
  await head.and(page.locator('[aria-sort=descending]')).waitFor();
  await page.keyboard.press('Space');
  await head.and(page.locator('[aria-sort=ascending]')).waitFor();
  await page.getByLabel('Search').focus();
  await page.keyboard.type('sample-dom');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'sample-domain' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('h1 >> text=sample-domain');
  done();
});

/** Pages beside those to which links lead from the home page: of those, one of each kind is visited. */
async function others() {
  const forms = ['/play', '/tournaments/new', '/bots/new', '/checks/new'];
  const matches = await Promise.all(games.map((game) => stored(program, game)));
  return [
    ...forms.map((form) => `${form}?game=domain`),
    ...matches.map((m) => `/matches/${m.id}#t=5`),
    '/checks/ci',
    '/leaderboards/seats',
    '/leaderboards/seats/edit',
    '/search?q=sample',
    '/compare',
  ];
}
