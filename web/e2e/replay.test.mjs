// A stored match of each game in the replay viewer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ends, launch, open, painted, pointed, shows } from './browser.mjs';
import { games, start, stored } from './program.mjs';

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

for (const game of games) {
  test(`${game}: the board is drawn, and an entity on it has a tooltip`, async (t) => {
    const match = await stored(program, game);
    const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=2`);
    await shows(page, 2);
    await ends(page, match.turns);
    await painted(page);
    const paint = await page.evaluate(() => performance.getEntriesByType('paint').at(-1).startTime);
    t.diagnostic(`first contentful paint after ${paint.toFixed()} ms`);
    assert.ok(await pointed(page), 'no tooltip anywhere on the board');
    done();
  });
}

test('keys move the position', async (t) => {
  const match = await stored(program, 'ctf');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=20`);
  await ends(page, match.turns);
  await shows(page, 20);
  for (const [key, turn] of [
    ['ArrowRight', 21],
    ['ArrowLeft', 20],
    ['Shift+ArrowRight', 30],
    ['Shift+ArrowLeft', 20],
    ['Home', 0],
    ['End', match.turns],
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
  const match = await stored(program, 'keeper');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await ends(page, match.turns);
  await page.getByRole('slider').click(); // in its middle
  await page.waitForFunction(() => /t=\d+/.test(location.hash) && !/t=0\b/.test(location.hash));
  const turn = Number(await page.textContent('.turn b'));
  assert.ok(Math.abs(turn - match.turns / 2) < match.turns / 10, `the middle is turn ${turn}`);
  await page.reload();
  await shows(page, turn);
  done();
});

test('an option of the menu changes the board and is stored', async (t) => {
  const match = await stored(program, 'domain');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=4`);
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
  const match = await stored(program, 'flames');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await page.waitForSelector('.turn');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: 'theme: system' }).click();
  const light = await ground();
  await page.getByRole('button', { name: 'theme: light' }).click();
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, light);
  done();
});

test('two matches are compared at the same turn', async (t) => {
  const a = await stored(program, 'ctf');
  const b = await stored(program, 'domain');
  const { page, done } = await open(t, browser, program.base, `/compare?a=${a.id}&b=${b.id}#t=9`);
  await shows(page, 9);
  await page.locator('.board canvas').nth(1).waitFor();
  done();
});
