// How few clicks an author needs, from where somebody begins to what they came for. Two more are in first.test.mjs (the
// first visit) and pages.test.mjs (the worst loss, replayed by the version before).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { arbiter, ended, played, start } from './program.mjs';

const limits = { first_ms: 0, turn_ms: 0 };

let program;
let browser;
let dir;

before(async () => {
  program = await start([]);
  browser = await launch();
  dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
});

after(async () => {
  await browser?.close();
  await program?.close();
  if (dir) rmSync(dir, { recursive: true });
});

/** Registers a bot that is a script of sh, and returns its ID. */
async function registered(name, script) {
  const folder = join(dir, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bot.toml'), `name = "${name}"\nrun = "sh bot.sh"\n`);
  writeFileSync(join(folder, 'bot.sh'), script);
  return (await program.ask('/api/bots', { game: 'domain', bot: folder })).id;
}

/** Opens a page, with a click that counts. */
async function journey(t, path) {
  const { page, done } = await open(t, browser, program.base, path);
  const clicks = { made: 0, most: (n) => assert.ok(clicks.made <= n, `${clicks.made} clicks; want ${n}`) };
  const click = async (locator) => {
    clicks.made++;
    await locator.click();
  };
  return { page, done, click, clicks };
}

test('a crash: from home to the turn and what stderr said, in one click', async (t) => {
  const bot = await registered('forgetful', 'read a\necho "no weights found" >&2\nexit 3\n');
  const { id } = await program.ask('/api/matches', {
    game: 'domain',
    bots: [bot, 'builtin:domain/greedy'],
    ...limits,
  });
  await played(program, id);
  const { page, done, click, clicks } = await journey(t, '/');
  await click(page.getByRole('table', { name: 'My bots' }).getByRole('link', { name: /crash/ }));
  await page.waitForURL(`**/matches/${id}#t=1**`);
  await page.getByText('no weights found').first().waitFor();
  await page
    .getByText(/status 3/)
    .first()
    .waitFor();
  clicks.most(1);
  done();
});

test('a check that failed in CI: from its address to the turn that lost a match, in one click', async (t) => {
  const bots = { candidate: 'builtin:domain/random', baseline: 'builtin:domain/greedy' };
  await program.ask('/api/checks', { game: 'domain', name: 'ci', ...bots, ...limits });
  await ended(program, 'ci');
  const { page, done, click, clicks } = await journey(t, '/checks/ci');
  await page
    .getByText(/^Weaker by at least/)
    .first()
    .waitFor();
  await click(page.locator('section', { hasText: 'Worst matches' }).last().getByRole('link').first());
  await page.waitForFunction(() => /^#t=[1-9]\d*&seat=[01]$/.test(location.hash));
  clicks.most(1);
  done();
});

test('a tournament of friends: from home to its table, in seven clicks', async (t) => {
  for (const name of ['ann', 'bob']) {
    execFileSync(arbiter, ['new', 'domain', join(dir, name)], { stdio: 'pipe' });
    await program.ask('/api/bots', { game: 'domain', bot: `${name}=${join(dir, name)}` });
  }
  const { page, done, click, clicks } = await journey(t, '/');
  await click(page.getByRole('navigation').getByRole('link', { name: 'Tournaments' }));
  await click(page.getByRole('link', { name: 'New tournament' }));
  clicks.made++;
  await page.getByLabel('Game').selectOption('domain');
  for (const name of ['ann', 'bob']) await click(page.locator('.pick', { hasText: name }));
  await click(page.getByRole('button', { name: 'Create' }));
  await page.getByRole('region', { name: 'Result' }).getByText('20 of 20').first().waitFor();
  await page.getByRole('table', { name: 'Standings' }).getByText('ann').first().waitFor();
  clicks.most(7);
  done();
});
