// From why a bot loses to a puzzle set: the report of a bot, the command that keeps an example, and what other bots answer there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { arbiter, ended, start } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;
let dir;
let bot; // waits in every turn

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  mkdirSync(join(dir, 'sets'));
  program = await start([], {}, ['--puzzles', join(dir, 'sets')]);
  browser = await launch();
  const plan = {
    game: 'keeper',
    bots: ['builtin:keeper/wait'],
    seeds: '1..6',
    first_ms: 0,
    turn_ms: 0,
    start: true,
  };
  await program.ask('/api/tournaments', { ...plan, name: 'waiting' });
  await ended(program, 'waiting');
  const { bots } = await program.ask('/api/bots?game=keeper&name=wait');
  bot = bots[0].id;
});

after(async () => {
  await browser?.close();
  await program?.close();
  if (dir) rmSync(dir, { recursive: true });
});

/** Types a line in a shell, in the folder of the sets. */
function type(line) {
  const env = {
    ...process.env,
    PATH: `${dirname(arbiter)}:${process.env.PATH}`,
    XDG_CACHE_HOME: join(dir, 'cache'),
  };
  execFileSync('bash', ['-c', line], { cwd: join(dir, 'sets'), env, stdio: 'pipe' });
}

test('the report of a bot is linked from its page, can be printed, and its command keeps an example', async (t) => {
  const at = { bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] };
  const { page, settled, done } = await open(
    t,
    browser,
    program.base,
    `/bots/keeper/${encodeURIComponent(bot)}`,
    at,
  );
  assert.equal(await page.getByRole('link', { name: 'Puzzle sets' }).count(), 0); // there are none yet
  await page
    .getByRole('navigation', { name: 'About this bot' })
    .getByRole('link', { name: 'Report' })
    .click();
  await page.getByRole('heading', { name: 'Why it loses' }).waitFor();
  await page
    .locator('.causes')
    .getByText(/^In \d+ of \d+ turns, it stayed where it was and did nothing/)
    .waitFor();
  assert.equal(new URL(page.url()).pathname, `/bots/keeper/${encodeURIComponent(bot)}/report`);
  await settled();
  assert.deepEqual(await violations(page), []);

  await page
    .getByRole('button', { name: /^Copy the command: To keep it/ })
    .first()
    .click();
  await page.getByText('Copied.').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(command, /^arbiter puzzle add mistakes [0-9a-f]{20} --turn \d+ --seat 0 --server /);
  type(command);

  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('button', { name: /^(Print|Copy)/ }).count(), 0);
  assert.equal(await page.getByText(command, { exact: true }).isVisible(), true);
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${page.url()}?tournament=waiting`);
  await page.getByRole('link', { name: 'waiting', exact: true }).waitFor();
  done();
});

for (const [size, viewport] of sizes) {
  test(`${size}: a puzzle set has its positions, the better answers, and what bots answered last`, async (t) => {
    type('arbiter diff builtin:keeper/wait builtin:keeper/greedy --set mistakes');
    const { page, settled, done } = await open(t, browser, program.base, '/', { viewport, bypassCSP: true });
    await page.getByRole('link', { name: 'Experiments' }).click();
    const list = page.getByRole('table', { name: 'Puzzle sets' });
    await list
      .getByText(/^(Wait|Greedy)/)
      .first()
      .waitFor();
    await settled();
    assert.deepEqual(await violations(page), []);
    await list.getByRole('link', { name: 'mistakes', exact: true }).click();

    const runs = page.getByRole('table', { name: 'Last answers by bot' });
    await runs.locator(`a[title="${bot}"]`).waitFor();
    const positions = page.getByRole('table', { name: 'Positions' });
    await positions.getByText('the mistake again').waitFor();
    await settled();
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await page.emulateMedia({ media: 'print' }); // heads of columns are buttons, and stay
    await positions.getByRole('columnheader').getByText('Bad answer', { exact: true }).waitFor();
    await page.emulateMedia({ media: 'screen' });
    await positions.getByRole('link', { name: /^turn \d+ of / }).click();
    await page.waitForFunction(() => /^#t=\d+(\.\d+)?&seat=0$/.test(location.hash));
    done();
  });
}
