// The loop of an editor: a folder is watched, and each save is built, played and compared.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { start } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;
let dir;

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  program = await start(['keeper']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
  rmSync(dir, { recursive: true });
});

/** Saves a bot that gives an answer each turn; its build fails for a bad one. */
function save(folder, answer) {
  mkdirSync(folder, { recursive: true });
  const turn = `read n; while [ $n -gt 0 ]; do read e; n=$((n-1)); done; echo ${answer}`;
  writeFileSync(join(folder, 'bot.sh'), `while read x y rest; do ${turn}; done\n`);
  writeFileSync(join(folder, 'build.sh'), 'echo checking; ! grep -q bad bot.sh\n');
  writeFileSync(join(folder, 'bot.toml'), 'name = "mine"\nbuild = "sh build.sh"\nrun = "sh bot.sh"\n');
}

for (const [size, viewport] of sizes) {
  test(`${size}: what a save has changed stands beside the board`, async (t) => {
    const folder = join(dir, size);
    save(folder, 'MOVE $x $y');
    const { page, done } = await open(t, browser, program.base, '/bots/new?game=keeper', {
      viewport,
      bypassCSP: true,
    });
    await page.getByRole('textbox', { name: 'Folder' }).fill(folder);
    await page.getByRole('button', { name: 'Play on every save' }).click();
    const status = page.getByRole('status').filter({ hasText: /Building|Playing|Waiting/ });
    const waits = () => status.filter({ hasText: 'Waiting for a save.' }).waitFor();
    await page.locator('.viewer canvas').first().waitFor();
    await waits();

    const began = Date.now();
    save(folder, 'MOVE 1 1');
    const changed = page.getByRole('region', { name: 'What changed' });
    await changed.getByText(/^First difference in turn 1: mine answered MOVE 1 1, before MOVE/).waitFor();
    await page.locator('.viewer canvas').first().waitFor();
    const took = Date.now() - began;
    t.diagnostic(`${took} ms from a save to what it has changed`);
    assert.ok(took < 10_000, `${took} ms`);
    assert.deepEqual(await violations(page), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} wide`);
    await changed.getByRole('button', { name: 'Show turn 1' }).click();
    await page.waitForFunction(() => document.querySelector('.turn b')?.textContent === '1');

    save(folder, 'bad');
    await page.getByText('build bot mine: exit status 1').waitFor();
    await page.getByText('checking', { exact: true }).waitFor();
    await page.locator('.viewer canvas').first().waitFor(); // of the last version that was built

    renameSync(folder, `${folder}-away`);
    await page.getByText(/no such file or folder/).waitFor();
    renameSync(`${folder}-away`, folder);
    save(folder, 'MOVE $x $y');
    await changed.getByText(/mine answered MOVE \d+ \d+, before MOVE 1 1/).waitFor();
    await waits();

    // The form offers what was played last.
    await page.locator('.loop a').first().click();
    assert.equal(await page.getByRole('textbox', { name: 'Folder' }).inputValue(), folder);
    done();
  });
}

test('a folder that is not there is an error, and so is a page on another machine', async (t) => {
  const missing = `/bots/new?game=keeper&watch=${join(dir, 'none')}`;
  const at = { expected: /status of 4/ };
  const { page } = await open(t, browser, program.base, missing, at);
  await page.getByRole('alert').filter({ hasText: 'no such file or directory' }).waitFor();
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '192.0.2.1' });
  await page.reload();
  await page
    .getByRole('alert')
    .filter({ hasText: /^folders are watched only for a browser/i })
    .waitFor();
});
