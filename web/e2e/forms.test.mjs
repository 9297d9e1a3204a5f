// Forms that change the server's state, filled in like a person would.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { start } from './program.mjs';

let program;
let browser;

before(async () => {
  program = await start(['ctf', 'domain']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

const refused = /status of 422/; // Chromium logs it when a form is rejected

test('a leaderboard is saved, changed and deleted', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/games/domain?filter=seat%3D1', {
    expected: refused,
  });
  await page.getByRole('link', { name: 'Save as leaderboard' }).click();
  const filter = page.getByLabel('Match filter');
  assert.equal(await filter.inputValue(), 'seat=1');
  await page.getByLabel('Name').fill('new');
  await filter.fill('seat=1,scoer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForSelector('.field .wrong >> text=compares nothing');
  assert.equal(await filter.getAttribute('aria-invalid'), 'true');
  await filter.fill('seat=1,walls<9');
  await filter.press('Enter');
  await page.getByRole('heading', { name: 'new', exact: true }).waitFor();
  await page.waitForSelector('tbody tr');
  await page.reload();
  await page.waitForSelector('dd >> text=seat=1,walls<9');
  await page.getByRole('link', { name: 'edit' }).click();
  await page.getByLabel('Anchor (Elo 0)').fill('greedy');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForSelector('dd >> text=greedy');
  const ask = () => page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete leaderboard new?' });
  await ask();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await program.ask('/api/leaderboards')).leaderboards.length, 1);
  await ask();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await page.waitForURL('**/games/domain');
  assert.deepEqual((await program.ask('/api/leaderboards')).leaderboards, []);
  done();
});

test('a tournament is extended and resumed', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/tournaments/sample-domain', {
    expected: refused,
  });
  const before = (await program.ask('/api/tournaments/sample-domain')).total;
  await page.getByRole('button', { name: 'Extend tournament' }).click();
  const seeds = page.getByLabel('Additional seeds');
  await seeds.fill('2..3');
  await seeds.press('Enter');
  await page.waitForSelector('.field .wrong'); // seed 2 is there
  await seeds.fill('3');
  await seeds.press('Enter');
  await page.waitForSelector(
    `text=The tournament now has ${before + 2} matches. Resume it to play the new ones.`,
  );
  await page.getByRole('button', { name: 'resume' }).click();
  await page.waitForSelector('.state.done');
  await page.waitForSelector(`dd >> text=${before + 2} of ${before + 2}`);
  done();
});

test('a schedule is set, shown and removed', async (t) => {
  const path = '/tournaments/sample-ctf';
  const { page, done } = await open(t, browser, program.base, path, { expected: refused });
  const schedule = page.getByRole('button', { name: 'Schedule' });
  await schedule.click();
  const cron = page.getByLabel('Cron expression');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await cron.fill('0 25 * * *');
  await save.click();
  await page.waitForSelector('.field .wrong >> text=hour: end of range (25)');
  await cron.fill('0 22 * * *');
  await save.click();
  await page.waitForSelector('text=The next run starts on');
  await page.reload();
  await schedule.click();
  await page.waitForSelector('text=The next run starts on');
  assert.equal(await cron.inputValue(), '0 22 * * *');
  await cron.fill('');
  await save.click();
  await page.waitForSelector('text=The next run starts on', { state: 'detached' });
  assert.equal((await program.ask(`/api${path}`)).schedule, undefined);
  done();
});

/** An archive of a bot whose build fails with an error message, or succeeds. */
function archive(t, build) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const toml = `name = "sent"\nbuild = ["sh", "-c", '${build}']\nrun = "sh bot.sh"\n`;
  writeFileSync(join(dir, 'bot.toml'), toml);
  writeFileSync(join(dir, 'bot.sh'), 'while read line; do echo wait; done\n');
  execFileSync('tar', ['-czf', 'bot.tar.gz', 'bot.toml', 'bot.sh'], { cwd: dir });
  return join(dir, 'bot.tar.gz');
}

test('a bot is uploaded as an archive; its build output is shown', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/bots/new?game=keeper', { expected: refused });
  const file = page.locator('input[type=file]');
  const send = page.getByRole('button', { name: 'Upload and run' });
  await send.click();
  await page.waitForSelector('text=Choose an archive first.');
  await file.setInputFiles(archive(t, 'echo bot.c:7: no such thing; exit 2'));
  await send.click();
  await page.waitForSelector('pre >> text=bot.c:7: no such thing');
  await file.setInputFiles(archive(t, 'true'));
  await send.click();
  await page.waitForSelector('h1 >> text=sent@');
  assert.equal((await program.ask('/api/bots?game=keeper&name=sent')).bots[0].stage, 'candidate');
  done();
});
