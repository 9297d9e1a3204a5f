// Opens every kind of page in a real browser under the real Content-Security-Policy: npm run build && npm run browser.
// It needs Chromium; CHROMIUM names another one than /usr/bin/chromium. Frames per second are told, not judged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

let server;
let browser;
let base;

before(async () => {
  server = await serve();
  base = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens a page; whatever the browser complains about fails the test. */
async function open(t, path) {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on(
    'request',
    (r) => r.url().startsWith(base) || r.url().startsWith('blob:') || complaints.push(r.url()),
  );
  t.after(() => page.close());
  await page.goto(base + path);
  return { page, done: () => assert.deepEqual(complaints, []) };
}

for (const game of ['ctf', 'domain', 'flames', 'heropath', 'keeper']) {
  test(`${game} is shown and played`, async (t) => {
    const { page, done } = await open(t, `/matches/${game}#t=3`);
    await page.waitForFunction(() => document.querySelector('.turn b')?.textContent === '3');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('.turn b')?.textContent === '4');
    await page.keyboard.press('+');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => Number(document.querySelector('.turn b')?.textContent) > 6);
    t.diagnostic(`${await page.getAttribute('canvas', 'data-fps')} frames per second`);
    done();
  });
}

test('a file is opened', async (t) => {
  const { page, done } = await open(t, '/open');
  await page.setInputFiles(
    'input[type=file]',
    new URL('../fixtures/domain.jsonl.gz', import.meta.url).pathname,
  );
  await page.waitForFunction(() => document.querySelector('.turn')?.textContent.includes('/ 28'));
  done();
});

test('two matches are compared in step', async (t) => {
  const { page, done } = await open(t, '/compare?a=ctf&b=domain#t=9');
  await page.waitForFunction(() => document.querySelector('.turn b')?.textContent === '9');
  assert.equal((await page.locator('canvas').count()) >= 2, true);
  done();
});

test('an embedded match has board and controls only', async (t) => {
  const { page, done } = await open(t, '/embed/domain#t=2');
  await page.waitForFunction(() => document.querySelector('.turn b')?.textContent === '2');
  assert.equal(await page.locator('.panel, .topbar').count(), 0);
  done();
});

test('an address that is none says so', async (t) => {
  const { page } = await open(t, '/nowhere');
  await page.waitForSelector('text=No such page');
});
