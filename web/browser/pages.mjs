// Opens every kind of page in a real browser under the real Content-Security-Policy: npm run build && npm run browser.
// Requires Chromium (see e2e/browser.mjs). Frames per second are reported without a threshold.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ends, launch, open, painted, pixels, pointed, shows } from '../e2e/browser.mjs';
import { frameTimes } from '../e2e/frametimes.mjs';
import { fixture, lastTurn, serve } from './serve.mjs';

let server;
let browser;
let base;

before(async () => {
  server = await serve();
  base = `http://127.0.0.1:${server.address().port}`;
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
});

for (const game of ['ctf', 'domain', 'flames', 'heropath', 'keeper']) {
  test(`${game} is drawn and played, and an entity on the board has a tooltip`, async (t) => {
    const { page, done } = await open(t, browser, base, `/matches/${game}#t=3`);
    await ends(page, lastTurn(fixture(game)));
    await shows(page, 3);
    await painted(page);
    const paint = await page.evaluate(() => performance.getEntriesByType('paint').at(-1).startTime);
    t.diagnostic(`first contentful paint after ${paint.toFixed()} ms`);
    assert.ok(await pointed(page), 'no tooltip anywhere on the board');
    await page.keyboard.press('+');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => Number(document.querySelector('.turn b')?.textContent) > 6);
    t.diagnostic(`${await page.getAttribute('canvas', 'data-fps')} frames per second`);
    done();
  });
}

for (const game of ['ctf', 'domain', 'flames', 'heropath', 'keeper']) {
  test(`${game}: script and paint of a frame take no longer than sorting 50 000 numbers`, async (t) => {
    const { page } = await open(t, browser, base, `/matches/${game}#t=0`);
    await ends(page, lastTurn(fixture(game)));
    const frame = quarter(await frameTimes(browser, page, 80));
    const sort = quarter(await page.evaluate(sortTimes));
    t.diagnostic(`${frame.toFixed(1)} ms, ${(frame / sort).toFixed(2)} of a sort`);
    assert.ok(frame <= sort, `a frame takes ${frame} ms, a sort ${sort} ms`);
  });
}

test('heropath: stepping to a turn and opening it directly draw the same board', async (t) => {
  const { page, done } = await open(t, browser, base, '/matches/heropath#t=0');
  const { page: fresh } = await open(t, browser, base, '/matches/heropath#t=20');
  await ends(page, lastTurn(fixture('heropath')));
  for (let turn = 1; turn <= 25; turn++) {
    await page.keyboard.press('ArrowRight');
    await drawn(page, turn);
  }
  for (let turn = 24; turn >= 20; turn--) {
    await page.keyboard.press('ArrowLeft');
    await drawn(page, turn);
  }
  await drawn(fresh, 20);
  const [walked, opened] = [await pixels(page), await pixels(fresh)];
  assert.equal(walked.length, opened.length);
  const most = walked.reduce((most, value, i) => Math.max(most, Math.abs(value - opened[i])), 0);
  assert.ok(most < 64, `a pixel differs by ${most}`); // edges of circles are smoothed a little differently in parts
  done();
});

/** Waits until a turn is shown and drawn by the renderer of its game. */
async function drawn(page, turn) {
  await shows(page, turn);
  await page.waitForFunction(() => document.querySelector('canvas').dataset.fps !== undefined);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

test('keys move the position', async (t) => {
  const last = lastTurn(fixture('ctf'));
  const { page, done } = await open(t, browser, base, '/matches/ctf#t=20');
  await ends(page, last);
  await shows(page, 20);
  for (const [key, turn] of [
    ['ArrowRight', 21],
    ['ArrowLeft', 20],
    ['Shift+ArrowRight', 30],
    ['Shift+ArrowLeft', 20],
    ['Home', 0],
    ['End', last],
    ['Home', 0],
  ]) {
    await page.keyboard.press(key);
    await shows(page, turn);
  }
  await page.keyboard.press(' ');
  await page.waitForFunction(() => Number(document.querySelector('.turn b').textContent) >= 2);
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'play', exact: true }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  done();
});

test('the timeline seeks, and the URL has the turn', async (t) => {
  const last = lastTurn(fixture('keeper'));
  const { page, done } = await open(t, browser, base, '/matches/keeper');
  await ends(page, last);
  await page.getByRole('slider').click(); // in its middle
  await page.waitForFunction(() => /t=\d+/.test(location.hash) && !/t=0\b/.test(location.hash));
  const turn = Number(await page.textContent('.turn b'));
  assert.ok(Math.abs(turn - last / 2) < last / 10, `the middle is turn ${turn}`);
  await page.reload();
  await shows(page, turn);
  done();
});

test('an option of the menu changes the board and is stored', async (t) => {
  const { page, done } = await open(t, browser, base, '/matches/domain#t=4');
  await shows(page, 4);
  await page.locator('.gear summary').click();
  const option = page.getByLabel('coordinates');
  const before = await option.isChecked();
  const board = () => page.evaluate(() => document.querySelector('canvas').toDataURL());
  const drawn = await board();
  await option.setChecked(!before);
  await page.waitForFunction((old) => document.querySelector('canvas').toDataURL() !== old, drawn);
  await page.reload();
  await shows(page, 4);
  assert.equal(await option.isChecked(), !before);
  done();
});

test('the top bar switches between light and dark', async (t) => {
  const { page, done } = await open(t, browser, base, '/matches/flames');
  await page.waitForSelector('.turn');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: 'theme: system' }).click();
  const light = await ground();
  await page.getByRole('button', { name: 'theme: light' }).click();
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, light);
  done();
});

test('a match with mistakes is no wider than a phone', async (t) => {
  const { page, done } = await open(t, browser, base, '/matches/ctf#t=3');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('.mistakes').waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `it is ${width} wide`);
  done();
});

test('a file is opened', async (t) => {
  const { page, done } = await open(t, browser, base, '/open');
  await page.setInputFiles('input[type=file]', fixture('domain'));
  await ends(page, lastTurn(fixture('domain')));
  done();
});

test('two matches are compared at the same turn', async (t) => {
  const { page, done } = await open(t, browser, base, '/compare?a=ctf&b=domain#t=9');
  await shows(page, 9);
  await page.locator('.board canvas').nth(1).waitFor();
  done();
});

test('an embedded match has board and controls only', async (t) => {
  const { page, done } = await open(t, browser, base, '/embed/domain#t=2');
  await shows(page, 2);
  assert.equal(await page.locator('.panel, .topbar').count(), 0);
  done();
});

for (const [game, things] of [
  ['ctf', ['minion', 'flag', 'base']],
  ['domain', ['token']],
]) {
  test(`${game}: the seats differ in shape, whatever their colours are`, async (t) => {
    const { page } = await open(t, browser, base, '/open');
    const svg = readFileSync(new URL(`../src/games/${game}/sheet.svg`, import.meta.url), 'utf8');
    for (const thing of things) {
      const [shared, all] = await page.evaluate(compareShapes, [svg, `${thing}-0`, `${thing}-1`]);
      assert.ok(shared < 0.9 * all, `${shared} of ${all} pixels belong to the ${thing} of both`);
    }
  });
}

/** In the page: how many pixels two drawings of a sheet have in common, and how many they have together. */
async function compareShapes([svg, ...names]) {
  const sheet = new Image();
  sheet.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await sheet.decode();
  const [a, b] = names.map((name) => {
    const [x, y, w, h] = svg
      .match(`id="${name}" x="(\\d+)" y="(\\d+)" width="(\\d+)" height="(\\d+)"`)
      .slice(1);
    const canvas = new OffscreenCanvas(128, 128);
    const ctx = canvas.getContext('2d');
    ctx.drawImage(sheet, x, y, w, h, 0, 0, 128, 128);
    return ctx.getImageData(0, 0, 128, 128).data.filter((_, i) => i % 4 === 3);
  });
  const inked = (alpha) => alpha > 96;
  return [
    a.filter((alpha, i) => inked(alpha) && inked(b[i])).length,
    a.filter((alpha, i) => inked(alpha) || inked(b[i])).length,
  ];
}

/** The time that one of four is below: when the machine was busy does not count. */
function quarter(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)];
}

/** Milliseconds of sorting 50 000 numbers on the page, twenty times: what its machine and the load allow. */
function sortTimes() {
  return Array.from({ length: 20 }, () => {
    const numbers = Array.from({ length: 50000 }, (_, i) => (i * 7919) % 50021);
    const start = performance.now();
    numbers.sort((a, b) => a - b);
    return performance.now() - start;
  });
}
