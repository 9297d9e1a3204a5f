// Forms that change something on the server, filled in as a person does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { start } from './program.mjs';

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

const refused = /status of 422/; // Chromium tells it when a form is refused

test('a leaderboard is saved, changed and deleted', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/games/domain?filter=seat%3D1', {
    expected: refused,
  });
  await page.getByRole('link', { name: 'Save this as a leaderboard' }).click();
  const filter = page.getByLabel('Matches with');
  assert.equal(await filter.inputValue(), 'seat=1');
  await page.getByLabel('Name').fill('new');
  await filter.fill('seat=1,scoer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForSelector('.field .wrong >> text=compares nothing');
  assert.equal(await filter.getAttribute('aria-invalid'), 'true');
  await filter.fill('seat=1,walls<9');
  await filter.press('Enter');
  await page.waitForSelector('h1 >> text=new');
  await page.waitForSelector('tbody tr');
  await page.reload();
  await page.waitForSelector('dd >> text=seat=1,walls<9');
  await page.getByRole('link', { name: 'edit' }).click();
  await page.getByLabel('Elo 0 is').fill('greedy');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForSelector('dd >> text=greedy');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'delete' }).click();
  await page.waitForURL('**/games/domain');
  assert.deepEqual((await program.ask('/api/leaderboards')).leaderboards, []);
  done();
});
