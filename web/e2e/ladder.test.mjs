// A ladder that never closes: where its bots stand, a bot that enters, is set beside its older version, and leaves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archive } from './archive.mjs';
import { launch, open, violations } from './browser.mjs';
import { ladder, start } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;

before(async () => {
  program = await start([]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

for (const [size, viewport] of sizes) {
  test(`${size}: a ladder shows ratings and versions, takes a bot and lets it go`, async (t) => {
    const name = `on-a-${size}`;
    await ladder(program, name);
    const at = { viewport, bypassCSP: true, expected: /422/ }; // of the bot that does not exist
    const { page, settled, done } = await open(t, browser, program.base, '/ladders', at);
    await page.getByRole('link', { name, exact: true }).click();
    const standings = page.getByRole('table', { name: 'Standings' });
    await standings.getByRole('link', { name: /^mine\b/ }).waitFor();
    const versions = page.getByRole('table', { name: 'Versions of mine' });
    assert.equal(await versions.locator('tbody tr').count(), 2);
    await page.getByText(/^(mine \S+ is (better|weaker) than|Whether mine \S+ is better).* %/).waitFor();
    await page
      .getByRole('table', { name: 'Events' })
      .getByText(/took the place of/)
      .waitFor();
    await settled();
    assert.deepEqual(await violations(page), []);
    const { notes = [] } = await program.ask(`/api/ladders/${name}`);
    const text = await page.locator('#standings').textContent();
    assert.doesNotMatch(text, /\w@[0-9a-f]{8}/, 'a note calls a bot by its ID');
    for (const note of notes) {
      const [words] = note.split(':'); // bots follow, which the page calls by their names
      assert.ok(
        text.includes(words[0].toUpperCase() + words.slice(1)),
        'a note begins with a capital letter',
      );
    }

    await page.getByLabel('A bot that the server knows: path or command').fill('builtin:domain/nobody');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page
      .getByText(/nobody/)
      .first()
      .waitFor();
    await page
      .getByLabel('A bot that the server knows: path or command')
      .fill('builtin:domain/random?seed=5');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText(/enters with the next round/).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    const entered = standings.locator('tr', { hasText: 'random' });
    await entered.waitFor();
    await entered.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page
      .getByRole('table', { name: 'Events' })
      .getByText(/^random.* left$/)
      .waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    done();
  });
}

test('home shows a running ladder as a ladder, without an end', async (t) => {
  await ladder(program, 'at-home');
  await program.ask('/api/ladders/at-home/resume', {});
  const { page, done } = await open(t, browser, program.base, '/');
  const row = page.getByRole('table', { name: 'Running' }).locator('tr', { hasText: 'at-home' });
  await row.getByText(/^\d+ played$/).waitFor();
  assert.equal(
    await row.getByRole('link', { name: 'at-home', exact: true }).getAttribute('href'),
    '/ladders/at-home',
  );
  await row.getByText('ladder', { exact: true }).waitFor();
  assert.equal(await row.locator('progress').count(), 0);

  // The list of tournaments says so, too, and its tournament leads to it.
  await page.getByRole('link', { name: 'Tournaments', exact: true }).click();
  const listed = page.getByRole('table', { name: 'Tournaments' }).locator('tr', { hasText: 'at-home' });
  await listed.getByText('ladder', { exact: true }).waitFor();
  await listed.getByRole('link', { name: 'at-home', exact: true }).click();
  await page.waitForURL('**/ladders/at-home');
  await page.locator('.facts').getByRole('link', { name: 'at-home', exact: true }).click();
  await page.waitForURL('**/tournaments/at-home');
  await page.getByRole('link', { name: 'ladder at-home', exact: true }).click();
  await page.waitForURL('**/ladders/at-home');
  await program.ask('/api/ladders/at-home/pause', {});
  done();
});

test('an archive is uploaded on the page of a ladder; a build that fails is kept there', async (t) => {
  await program.ask('/api/ladders/uploads', { game: 'domain' }, 'PUT');
  const { page, settled, done } = await open(t, browser, program.base, '/ladders/uploads', {
    bypassCSP: true,
    expected: /422/, // of the build
  });
  const file = page.locator('input[type=file]');
  const send = page.getByRole('button', { name: 'Upload and enter' });
  await file.setInputFiles(archive(t, 'echo bot.c:7: no such thing; exit 2'));
  await send.click();
  const failed = page.locator('#events li', { hasText: 'sent' });
  await failed.waitFor();
  await page.reload(); // it is kept
  await failed.getByText('Output of the build').click();
  await failed.getByText('bot.c:7: no such thing').waitFor();
  await settled();
  assert.deepEqual(await violations(page), []);

  await file.setInputFiles(archive(t, 'true'));
  await send.click();
  await page.getByText(/sent@\w+ enters with the next round/).waitFor();
  const { names } = await program.ask('/api/ladders/uploads');
  assert.deepEqual(names, ['sent']);

  // A ladder with less than two bots cannot be paused.
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.waitForURL('**/ladders');
  const { ladders } = await program.ask('/api/ladders');
  assert.equal(
    ladders.some((l) => l.name === 'uploads'),
    false,
  );
  done();
});
