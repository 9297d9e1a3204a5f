// Opens every kind of page in a real browser under the real Content-Security-Policy: npm run build && npm run browser.
// Requires Chromium; CHROMIUM overrides /usr/bin/chromium. Frames per second are reported without a threshold.
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

/** Opens a page; any warning or error of the browser fails the test. */
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

test('heropath: stepping to a turn and opening it directly draw the same board', async (t) => {
  const { page, done } = await open(t, '/matches/heropath#t=0');
  const { page: fresh } = await open(t, '/matches/heropath#t=20');
  await shown(page, 0);
  for (let turn = 1; turn <= 25; turn++) {
    await page.keyboard.press('ArrowRight');
    await shown(page, turn);
    await drawn(page);
  }
  for (let turn = 24; turn >= 20; turn--) {
    await page.keyboard.press('ArrowLeft');
    await shown(page, turn);
    await drawn(page);
  }
  await shown(fresh, 20);
  await drawn(fresh);
  const [walked, opened] = [await pixels(page), await pixels(fresh)];
  assert.equal(walked.length, opened.length);
  const most = walked.reduce((most, value, i) => Math.max(most, Math.abs(value - opened[i])), 0);
  assert.ok(most < 64, `a pixel differs by ${most}`); // edges of circles are smoothed a little differently in parts
  done();
});

function shown(page, turn) {
  return page.waitForFunction(
    (t) =>
      document.querySelector('.turn b')?.textContent === String(t) &&
      document.querySelector('canvas').dataset.fps !== undefined,
    turn,
  );
}

/** Waits until the board has been drawn and the renderer of its game is there. */
function drawn(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** The pixels of the board, four bytes each. */
async function pixels(page) {
  const text = await page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let i = 0; i < data.length; i += 4096) text += String.fromCharCode(...data.subarray(i, i + 4096));
    return btoa(text); // an array of numbers would be ten times as long
  });
  return Buffer.from(text, 'base64');
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

test('two matches are compared at the same turn', async (t) => {
  const { page, done } = await open(t, '/compare?a=ctf&b=domain#t=9');
  await page.waitForFunction(() => document.querySelector('.turn b')?.textContent === '9');
  await page.locator('.board canvas').nth(1).waitFor();
  done();
});

test('an embedded match has board and controls only', async (t) => {
  const { page, done } = await open(t, '/embed/domain#t=2');
  await page.waitForFunction(() => document.querySelector('.turn b')?.textContent === '2');
  assert.equal(await page.locator('.panel, .topbar').count(), 0);
  done();
});

test('an unknown path shows the not-found page', async (t) => {
  const { page } = await open(t, '/nowhere');
  await page.waitForSelector('text=Page not found');
});
