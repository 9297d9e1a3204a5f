// Pages that everybody can use: axe-core looks at each kind of page in both themes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { games, start, stored } from './program.mjs';

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

for (const colorScheme of ['light', 'dark']) {
  test(`no page has a serious violation, ${colorScheme}`, async (t) => {
    const matches = await Promise.all(games.map((game) => stored(program, game)));
    const replays = matches.map((m) => `/matches/${m.id}#t=5`);
    for (const path of [...(await linked()), '/compare', ...replays]) {
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

/** The pages that links lead to from the first one, one of each kind. */
async function linked() {
  const page = await browser.newPage();
  const found = new Map([['/', '/']]);
  for (const path of found.values()) {
    await page.goto(program.base + path);
    await page.waitForSelector('main');
    await page.waitForLoadState('networkidle');
    const links = await page.$$eval('a[href^="/"]', (list) => list.map((a) => a.pathname));
    for (const link of links) {
      const kind = link.replace(/(?<=\/[^/]+\/)(?!new$)[^/]+/g, ':');
      if (!link.startsWith('/api/') && !found.has(kind)) found.set(kind, link);
    }
  }
  await page.close();
  return found.values();
}
