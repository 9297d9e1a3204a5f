// Replays exported as one HTML file, opened from disk without a network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fixture, lastTurn } from '../browser/serve.mjs';
import { ends, launch, open, painted, pointed, shows } from './browser.mjs';
import { arbiter, games, start, stored } from './program.mjs';

const dir = mkdtempSync(join(tmpdir(), 'arbiter-export-'));
let browser;

before(async () => {
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(dir, { recursive: true });
});

for (const game of games) {
  test(`${game}: a page from disk is the whole viewer`, async (t) => {
    const file = fixture(game);
    execFileSync(arbiter, ['replay', 'export', file, '--html', '--out', join(dir, `${game}.html`)]);
    const { page, done } = await open(t, browser, `file://${dir}`, `/${game}.html#t=2`, { offline: true });
    const last = lastTurn(file);
    await ends(page, last);
    await shows(page, 2);
    await page.keyboard.press('ArrowRight');
    await shows(page, 3);
    await page.keyboard.press('End');
    await shows(page, last);
    await page.getByRole('slider').click(); // in its middle
    await page.waitForFunction(
      (last) => Math.abs(Number(document.querySelector('.turn b').textContent) - last / 2) <= 1 + last / 50,
      last,
    );
    await painted(page);
    assert.ok(await pointed(page), 'no tooltip anywhere on the board');
    await page.getByText('Plots', { exact: true }).click();
    await page.locator('.plot canvas').first().waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.locator('.gear summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'download replay' }).click(),
    ]);
    const saved = join(dir, `${game}.jsonl.gz`);
    await download.saveAs(saved);
    execFileSync(arbiter, ['replay', 'verify', saved], { stdio: 'pipe' });
    assert.equal(await page.locator('a[href^="/"], a[href^="http"]').count(), 0, 'a link to a server');
    done();
  });
}

test('the viewer of a server offers the page as a download', async (t) => {
  const program = await start(['domain']);
  t.after(() => program.close());
  const match = await stored(program, 'domain');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await ends(page, match.turns);
  await page.locator('.gear summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'export as HTML' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), `domain-${match.id}.html`);
  await download.saveAs(join(dir, 'served.html'));
  done();
  const served = await open(t, browser, `file://${dir}`, '/served.html', { offline: true });
  await ends(served.page, match.turns);
  served.done();
});
