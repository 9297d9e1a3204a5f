// The pages of a server that requires a token.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { until } from './patience.mjs';
import { start } from './program.mjs';

let program;
let browser;

before(async () => {
  program = await start(['domain'], { read: 'reader', play: 'player' });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

async function give(page, token) {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a token is asked for once, works for everything and can be forgotten', async (t) => {
  // Chromium logs the refusal of the wrong token.
  const expected = /status of 422/;
  const { page, done } = await open(t, browser, program.base, '/tournaments', { expected });
  await page.waitForSelector('h1 >> text=requires a token');
  await give(page, 'wrong');
  await page.waitForSelector('.wrong >> text=not known to the server');
  await give(page, 'reader');
  await page.waitForSelector('a >> text=sample-domain');
  await page.waitForSelector('text=scope: read');
  assert.equal(await page.evaluate(() => document.cookie), '', 'a script can read the token');

  await page.goto(`${program.base}/play?game=domain`);
  await page.waitForSelector('.note >> text=The token has the scope read; this needs upload.');
  for (const seat of ['Seat 0', 'Seat 1'])
    assert.ok(await page.getByLabel(`${seat}: path or command`).isDisabled());
  const play = page.getByRole('button', { name: 'Play', exact: true });
  assert.ok(await play.isDisabled());
  await until(async () => (await contrast(play)) >= 4.5, 'what cannot be pressed can be read');
  await page.goto(`${program.base}/tournaments/sample-domain`);
  await page.getByRole('button', { name: 'Extend tournament' }).click();
  assert.ok(await page.getByLabel('Additional bots: path or command').isDisabled());
  await page.goto(`${program.base}/matches`);
  await page.locator('a.match-link[href^="/matches/"]').first().click();
  assert.ok(await page.getByRole('button', { name: 'play it again' }).isDisabled());
  await page.goto(`${program.base}/play?game=domain`);

  await page.getByRole('button', { name: 'forget token' }).click();
  await give(page, 'player');
  await page.waitForSelector('text=scope: play');
  for (const seat of ['Seat 0', 'Seat 1'])
    await page.getByLabel(`${seat}: path or command`).fill('builtin:domain/random');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForURL(/matches\/[0-9a-f]{20}/);
  done();
});

test('live connections work with the token', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/');
  await give(page, 'player');
  await page.waitForSelector('text=scope: play');
  const hello = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket('/api/live');
        socket.onmessage = (message) => resolve(message.data);
        socket.onerror = () => reject(new Error('the server refuses the connection'));
      }),
  );
  assert.match(hello, /"type":"hello"/);
  done();
});

/** The contrast of the text of an element to its background, from 1 to 21 (WCAG 2, "contrast ratio"). */
async function contrast(element) {
  const colours = await element.evaluate((e) => [
    getComputedStyle(e).color,
    getComputedStyle(e).backgroundColor,
  ]);
  const [dark, light] = colours.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance of a colour such as rgb(1, 2, 3). */
function luminance(colour) {
  const [r, g, b] = colour
    .match(/\d+/g)
    .map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
