// Forms that change the server's state, filled in like a person would.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { archive } from './archive.mjs';
import { launch, open, violations } from './browser.mjs';
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
  await page.getByRole('button', { name: 'Save as leaderboard' }).click();
  const filter = page.locator('.folds .fold').last().getByLabel('Match filter');
  assert.equal(await filter.inputValue(), 'seat=1');
  await page.locator('.folds').getByLabel('Name', { exact: true }).fill('new');
  await filter.fill('seat=1,scoer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForSelector('.field .wrong >> text=compares nothing');
  assert.equal(await filter.getAttribute('aria-invalid'), 'true');
  await filter.fill('seat=1,walls<9');
  const tournaments = page.getByRole('combobox', { name: 'Tournaments and ladders' });
  await tournaments.fill('nosuch');
  await tournaments.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForSelector('.field .wrong >> text=no tournament or ladder nosuch');
  await page.getByRole('button', { name: 'Remove nosuch' }).click();
  await tournaments.fill('sample-domain');
  await tournaments.press('Enter');
  await page.getByLabel('Single matches count, too').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'new', exact: true }).waitFor();
  await page.waitForSelector('tbody tr');
  await page.reload();
  await page.waitForSelector('dd >> text=seat=1,walls<9');
  await page.waitForSelector('dd >> text=sample-domain and single matches');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Remove sample-domain' }).waitFor();
  assert.ok(await page.getByLabel('Single matches count, too').isChecked());
  await page.getByLabel('Anchor (Elo 0)').selectOption({ label: 'Greedy' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
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
  const { page, done } = await open(t, browser, program.base, '/tournaments/sample-ctf', {
    expected: refused,
  });
  const before = (await program.ask('/api/tournaments/sample-ctf')).total;
  await page.getByRole('button', { name: 'Extend tournament' }).click();
  const seeds = page.getByLabel('Additional seeds');
  await seeds.fill('2..3');
  await seeds.press('Enter');
  await page.waitForSelector('.field .wrong'); // seed 2 is there
  assert.equal(await page.locator('main .error').count(), 0, 'what the field says is not said again');
  await seeds.fill('3');
  await seeds.press('Enter');
  await page.waitForSelector(
    `text=The tournament now has ${before + 2} matches. Resume it to play the new ones.`,
  );
  const bots = page.getByLabel('Additional bots: path or command');
  await bots.fill('builtin:ctf/random');
  await bots.press('Enter');
  assert.ok(await page.getByLabel('Random').isChecked(), 'what is typed is a card');
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  const after = before + 2 + 12; // the new bot meets the two others on three seeds in both seats
  await page.waitForSelector(`text=The tournament now has ${after} matches. Resume it to play the new ones.`);
  await page.getByRole('button', { name: 'resume' }).click();
  await page.waitForSelector('.state.done');
  await page.waitForSelector(`dd >> text=${after} of ${after}`);
  done();
});

test('the form of a tournament has what is seldom used folded away, until it is wrong', async (t) => {
  const path = '/tournaments/new?game=domain';
  const { page, settled, done } = await open(t, browser, program.base, path, { expected: refused });
  await settled();
  const bots = page.getByLabel('Bots: path or command');
  for (const bot of ['builtin:domain/greedy', 'builtin:domain/random']) {
    await bots.fill(bot);
    await bots.press('Enter');
  }
  const fold = page.getByText('Advanced', { exact: true });
  const anchor = page.getByLabel('Anchor (Elo 0)');
  const games = page.getByLabel('Starts per pairing');
  const create = page.getByRole('button', { name: 'Create' });
  assert.equal(await anchor.isVisible(), false);
  assert.equal(await page.getByLabel('Book').count(), 0, 'domain has none');
  await fold.click();
  await games.fill('-1');
  await fold.click();
  await anchor.waitFor({ state: 'hidden' });
  await create.click(); // the browser refuses the number, and shows it
  await games.waitFor();
  await games.fill('1');
  await anchor.selectOption({ label: 'Greedy' });
  await page.getByLabel('Name', { exact: true }).fill('anchored');
  await create.click();
  await page.waitForURL('**/tournaments/anchored');
  const { anchor: id } = await program.ask('/api/tournaments/anchored');
  assert.match(id, /^greedy@/);
  done();
});

test('a match takes two presses, and another opponent one more; a wrong bot marks its own seat', async (t) => {
  const { page, settled, done } = await open(t, browser, program.base, '/matches/new?game=domain', {
    bypassCSP: true,
    expected: refused,
  });
  let presses = 0;
  const press = (what) => {
    presses++;
    return what.click();
  };
  await page.waitForURL('**/play?game=domain'); // where the form of earlier versions is now
  const [first, second] = [0, 1].map((i) => page.getByRole('group', { name: `Seat ${i}` }));
  await first.getByText('Boss 5', { exact: true }).waitFor();
  assert.ok(await first.getByLabel('Boss 5').isChecked(), 'nobody has a bot here: a level is suggested');
  assert.equal(await page.getByText(/seed/i).count(), 0, 'a seed decides nothing in domain');
  await settled();
  assert.deepEqual(await violations(page), []);
  await second.getByLabel('Seat 1: path or command').fill('nobody');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await second.locator('p.wrong', { hasText: 'nobody' }).waitFor();
  assert.equal(await page.locator('p.wrong').count(), 1, 'the other seat is not marked');
  await press(second.getByText('Wait', { exact: true }));
  await press(first.getByText('Random', { exact: true }));
  await press(page.getByRole('button', { name: 'Play', exact: true }));
  await page.waitForURL(/matches\/[0-9a-f]{20}/);
  assert.equal(presses, 3);
  done();
});

test('a press of Create counts though leaving a field moves the button', async (t) => {
  const { page, settled, done } = await open(t, browser, program.base, '/tournaments/new?game=keeper');
  await settled();
  const bots = page.getByLabel('Bots: path or command');
  await bots.fill('builtin:keeper/wait');
  await bots.press('Enter');
  await page.getByText(/^10 matches/).waitFor();
  await page.getByLabel('Start immediately').uncheck();
  await page.getByLabel('Name', { exact: true }).fill('pressed');
  await page.getByLabel('Seeds').fill('1..7');
  const create = page.getByRole('button', { name: 'Create' });
  await create.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await create.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  // What leaving a field may do to a form: its forecast grows by lines.
  await page.evaluate(() => {
    document.querySelector('form .note').style.height = '200px';
  });
  await page.getByText(/^7 matches/).waitFor();
  await page.mouse.up();
  await page.waitForURL('**/tournaments/pressed');
  done();
});

test('the positions of a book are chosen from a list', async (t) => {
  const setup = JSON.parse(
    readFileSync(new URL('../../referee/games/heropath/testdata/example.json', import.meta.url)),
  );
  await program.ask('/api/books/few', { game: 'heropath', positions: [{ name: '001', setup }] }, 'PUT');
  const { page, settled, done } = await open(t, browser, program.base, '/tournaments/new?game=heropath');
  await settled();
  const bots = page.getByLabel('Bots: path or command');
  await bots.fill('builtin:heropath/wait');
  await bots.press('Enter');
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('Book').selectOption('few');
  await page.getByText(/^1 match/).waitFor();
  await page.getByLabel('Start immediately').uncheck();
  await page.getByLabel('Name', { exact: true }).fill('tested');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/tournaments/tested');
  assert.equal((await program.ask('/api/tournaments/tested')).total, 1);
  done();
});

test('a bot is uploaded as an archive; what was built is shown, and what comes next', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/bots/new?game=keeper', {
    bypassCSP: true,
    expected: refused,
  });
  const file = page.locator('input[type=file]');
  const send = page.getByRole('button', { name: 'Upload and run' });
  await send.click();
  await page.waitForSelector('text=Choose an archive first.');
  await file.setInputFiles(archive(t, 'echo bot.c:7: no such thing; exit 2'));
  await send.click();
  await page.waitForSelector('pre >> text=bot.c:7: no such thing');
  await file.setInputFiles(archive(t, 'echo compiled 1 file'));
  await send.click();
  const made = page.getByRole('region', { name: 'Registered' });
  await made.locator('pre >> text=compiled 1 file').waitFor();
  await made.getByText("sh -c 'echo compiled 1 file'").waitFor();
  for (const next of ['Play its first match', 'Check it against the builtin greedy', 'Open a ladder for it'])
    await made.getByRole('link', { name: next }).waitFor();
  assert.deepEqual(await violations(page), []);
  await made.getByRole('link', { name: 'sent', exact: true }).click();
  await page.waitForSelector('h1 >> text=sent');
  assert.equal((await program.ask('/api/bots?game=keeper&name=sent')).bots[0].stage, 'candidate');
  done();
});
