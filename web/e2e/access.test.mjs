// Accessibility: axe-core checks each kind of page in both themes, no page overflows on a phone, and the keyboard
// suffices.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { games, start, stored } from './program.mjs';

let program;
let browser;
let paths; // one page of each kind

const bots = ['builtin:domain/greedy', 'builtin:domain/random'];

before(async () => {
  program = await start();
  browser = await launch();
  const [candidate, baseline] = bots;
  const check = { name: 'ci', game: 'domain', candidate, baseline, seeds: '1..5', max_games: 10 };
  await program.ask('/api/checks', check);
  await program.ask('/api/leaderboards/seats', { game: 'domain', filter: 'seat=1' }, 'PUT');
  paths = await pages();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`no page has a serious violation, ${colorScheme}`, async (t) => {
    const matches = await Promise.all(games.map((game) => stored(program, game)));
    const replays = matches.map((m) => `/matches/${m.id}#t=5`);
    for (const path of [...paths, ...replays]) {
      const options = { colorScheme, bypassCSP: true }; // axe is a script of another place
      const { page, done } = await open(t, browser, program.base, path, options);
      await page.waitForSelector('main');
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await violations(page), [], path);
      done();
      await page.close();
    }
  });
}

test('no page is wider than a phone', async (t) => {
  const phone = { viewport: { width: 390, height: 844 } };
  for (const path of paths) {
    const { page, done } = await open(t, browser, program.base, path, phone);
    await page.waitForSelector('main');
    await page.waitForLoadState('networkidle');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${path} is ${width} wide`);
    done();
    await page.close();
  }
});

test('a table is sorted and a form is sent from the keyboard', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/games/domain');
  const sort = page.getByRole('button', { name: 'Matches', exact: true });
  await sort.focus();
  await page.keyboard.press('Enter');
  const head = page.locator('th', { has: sort });
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  await page.keyboard.press('Space');
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  await page.getByLabel('Search').focus();
  await page.keyboard.type('sample-dom');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'sample-domain' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('h1 >> text=sample-domain');
  done();
});

/** One page of each kind. */
async function pages() {
  const forms = ['/matches/new', '/tournaments/new', '/bots/new', '/checks/new', '/leaderboards/new'];
  return [
    ...(await linked()),
    ...forms.map((form) => `${form}?game=domain`),
    '/checks/ci',
    '/leaderboards/seats',
    '/leaderboards/seats/edit',
    '/search?q=sample',
    '/compare',
  ];
}

/** The pages that are linked from the home page, one of each kind. */
async function linked() {
  const page = await browser.newPage();
  const found = new Map([['/', '/']]);
  for (const path of found.values()) {
    await page.goto(program.base + path);
    await page.waitForSelector('main');
    await page.waitForLoadState('networkidle');
    const links = await page.$$eval('a[href^="/"]', (list) => list.map((a) => a.pathname));
    for (const link of links) {
      const kind = link.replace(/(?<=\/[^/]+\/)(?!(new|rules)$)[^/]+/g, ':');
      if (!link.startsWith('/api/') && !found.has(kind)) found.set(kind, link);
    }
  }
  await page.close();
  return found.values();
}
