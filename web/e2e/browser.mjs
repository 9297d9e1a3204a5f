// Opens pages in Chromium and collects its warnings and errors. CHROMIUM names another one than Debian's. HEADED=1
// shows the browser, and TRACE=DIR writes a trace of each page that is opened.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { PATIENCE, until } from './patience.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core');

/**
 * Starts Chromium so that it contacts only the server under test. The one without windows draws the same pages in half
 * of the processor time, as it draws no toolbars around them.
 */
export function launch() {
  const headless = !process.env.HEADED;
  const shell = '/usr/bin/chromium-headless-shell';
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (headless && existsSync(shell) ? shell : '/usr/bin/chromium'),
    timeout: PATIENCE,
    headless,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * Opens a page at its first URL. done() fails when the browser logged a warning or an error that `expected` does not
 * match, or when a request left the server. settled() waits until the page has what it asked for, which is in requests,
 * and the first message of its websockets. Each of sockets is done when that websocket is closed.
 */
export async function open(t, browser, base, path, { expected, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  page.setDefaultTimeout(PATIENCE);
  await traced(t, page);
  const complaints = [];
  const sockets = [];
  const requests = [];
  const pending = new Set();
  const complain = (text) => expected?.test(text) || complaints.push(text);
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complain(m.text()));
  page.on('pageerror', (error) => complain(String(error)));
  page.on('request', (r) => {
    const url = r.url();
    requests.push(r);
    if (r.resourceType() !== 'websocket') pending.add(r);
    if (!url.startsWith(`${base}/`) && !/^(blob|data):/.test(url)) complaints.push(`asked ${url}`);
  });
  page.on('websocket', (socket) => {
    sockets.push(new Promise((closed) => socket.on('close', closed)));
    pending.add(socket);
    for (const event of ['framereceived', 'close']) socket.on(event, () => pending.delete(socket));
  });
  page.on('dialog', (d) => {
    complaints.push(`a ${d.type()} box of the browser: ${d.message()}`);
    return d.dismiss();
  });
  for (const event of ['requestfinished', 'requestfailed']) page.on(event, (r) => pending.delete(r));
  const settled = async () => {
    const end = Date.now() + PATIENCE;
    await page.waitForSelector('main');
    for (let calm = 0; calm < 3; ) {
      const waits = await page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return document.querySelector('.waiting') !== null;
      });
      calm = waits || pending.size > 0 ? 0 : calm + 1;
      if (Date.now() > end) throw new Error(`waits for ${[...pending].map((r) => r.url())}`);
    }
  };
  t.after(() => page.close());
  await page.goto(base + path);
  return { page, sockets, requests, settled, done: () => assert.deepEqual(complaints, []) };
}

/** Records what a page shows and asks for, until it is closed, if TRACE names a folder: playwright-core show-trace FILE. */
async function traced(t, page) {
  const { TRACE } = process.env;
  if (!TRACE) return;
  const { tracing } = page.context();
  await tracing.start({ screenshots: true, snapshots: true });
  const name = `${t.name.replace(/[^\w]+/g, '-')}-${Date.now()}.zip`;
  t.after(() => tracing.stop({ path: join(TRACE, name) }));
}

/** Goes to another page of the program as a link does: without loading the document again. */
export function follow(page, path) {
  return page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Waits until the replay shows a turn. */
export function shows(page, turn) {
  return page.waitForFunction((t) => document.querySelector('.turn b')?.textContent === String(t), turn);
}

/** Waits until the replay has loaded up to its last turn. */
export function ends(page, turns) {
  return page.waitForFunction((n) => document.querySelector('.turn')?.textContent.endsWith(`/ ${n}`), turns);
}

/** Returns a picture of a page once boards and plots are drawn: when two pictures of it are the same. */
export function still(page, options) {
  let last;
  return until(async () => {
    const before = last;
    last = await page.screenshot(options);
    return before?.equals(last) && last;
  }, 'the page is drawn');
}

/** Waits until the board is drawn: its pixels have some colours, and one when it is blank. */
export function painted(page) {
  return until(async () => {
    const all = await pixels(page);
    const seen = new Set();
    for (let i = 0; i + 4 <= all.length; i += 4 * 13) seen.add(all.readUInt32LE(i));
    return seen.size > 4;
  }, 'the board is painted');
}

/** The pixels of the board, four bytes each; none before it has a size. */
export async function pixels(page) {
  const text = await page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    if (!canvas?.width || !canvas.height) return '';
    // A copy is read: Chromium warns on the console of a canvas that is read again and again.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
      willReadFrequently: true,
    });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let i = 0; i < data.length; i += 4096) text += String.fromCharCode(...data.subarray(i, i + 4096));
    return btoa(text); // an array of numbers would be ten times as long
  });
  return Buffer.from(text, 'base64');
}

/** Moves the pointer over the board in a grid until a tooltip appears. */
export async function pointed(page) {
  const box = await page.locator('canvas').first().boundingBox();
  const cells = 24;
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      await page.mouse.move(
        box.x + ((column + 0.5) * box.width) / cells,
        box.y + ((row + 0.5) * box.height) / cells,
      );
      if (await page.locator('[role=tooltip]').count()) return true;
    }
  return false;
}

/**
 * Violations found by axe-core that are not minor, each as its rule and first element: all in the light theme, those of colours in
 * the dark one too. The page must bypass the CSP, as axe is a script of another place.
 */
export async function violations(page) {
  await page.addScriptTag({ path: axe });
  const found = [];
  for (const [colorScheme, rules] of [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
  ]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const run = (rules) => window.axe.run({ resultTypes: ['violations'], ...rules });
    const { violations } = await page.evaluate(run, rules);
    const serious = violations.filter((v) => v.impact !== 'minor');
    found.push(...serious.map((v) => `${colorScheme}: ${v.id}: ${v.help}: ${v.nodes[0].html}`));
  }
  return found;
}
