// Pages of matches whose replays have been deleted, as an operator does it, in both sizes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { arbiter, start, stored } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;
let match;
let twin;

before(async () => {
  program = await start(['domain']);
  browser = await launch();
  match = await stored(program, 'domain');
  twin = (await program.ask(`/api/matches/${match.id}/neighbours`)).twin;
  const all = ['--last', '0', '--no-faults', '--no-upsets', '--yes'];
  execFileSync(arbiter, ['db', 'prune', '--db', program.db, ...all], { stdio: 'pipe' });
});

after(async () => {
  await browser?.close();
  await program?.close();
});

for (const [size, viewport] of sizes)
  test(`${size}: a deleted replay leaves results, and no red box, on every page`, async (t) => {
    const bot = encodeURIComponent(match.seats[0].bot);
    const scores = match.seats.map((s) => s.score).join(' : ');
    for (const [path, said] of [
      ['/', 'Domain Expansion'],
      [`/matches/${match.id}`, scores],
      [`/matches/${match.id}#t=decisive&seat=0`, scores],
      [`/compare?a=${match.id}&b=${twin.id}`, scores],
      [`/embed/${match.id}`, 'No replay was kept.'],
      [`/bots/domain/${bot}`, 'Lost points explained'],
      [`/bots/domain/${bot}/report`, 'No match with a replay.'],
      ['/tournaments/sample-domain', 'Latest matches'],
      ['/games/domain', 'Domain Expansion'],
    ]) {
      const at = { viewport, bypassCSP: true, expected: /status of 4(04|10)/ };
      const { page, settled, done } = await open(t, browser, program.base, path, at);
      await page.locator('body').getByText(said).first().waitFor();
      const bare = path.startsWith('/embed'); // a board within another page
      if (!bare) await settled();
      assert.deepEqual(await page.locator('.error').allTextContents(), [], path);
      if (!bare) assert.deepEqual(await violations(page), [], path);
      done();
      await page.close();
    }
  });
