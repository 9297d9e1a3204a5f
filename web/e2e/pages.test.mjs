// The pages around the viewer: where they lead, and what they say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { launch, open } from './browser.mjs';
import { until } from './patience.mjs';
import { arbiter, ended, start } from './program.mjs';

let program;
let browser;
let dir;
let versions; // of the bot "mine", the newest first

before(async () => {
  program = await start(['domain', 'keeper']);
  browser = await launch();
  dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  versions = [await registered('old'), await registered('new')].reverse();
  const plan = {
    game: 'domain',
    bots: [...versions, 'builtin:domain/boss?nodes=50'],
    seeds: '1..2',
    first_ms: 0,
    turn_ms: 0,
    start: true,
  };
  await program.ask('/api/tournaments', { ...plan, name: 'versions' });
  await ended(program, 'versions');
});

after(async () => {
  await browser?.close();
  await program?.close();
  if (dir) rmSync(dir, { recursive: true });
});

/** Registers a version of the bot "mine" and returns its ID. */
async function registered(version) {
  const folder = join(dir, version, 'mine');
  execFileSync(arbiter, ['new', 'domain', folder], { stdio: 'pipe' });
  appendFileSync(join(folder, 'bot.toml'), `\n# ${version}\n`);
  return (await program.ask('/api/bots', { game: 'domain', bot: folder })).id;
}

test("from home to the same start by the version before one's worst loss in at most five clicks", async (t) => {
  const { page, done } = await open(t, browser, program.base, '/');
  let clicks = 0;
  const click = async (locator) => {
    clicks++;
    await locator.click();
  };
  await click(page.getByRole('table', { name: 'My bots' }).locator(`a[title="${versions[0]}"]`));
  await page.waitForURL(`**/bots/domain/${encodeURIComponent(versions[0])}`);
  const lost = page.getByLabel('Worst losses').locator('tbody tr').first();
  await click(lost.getByRole('link', { name: 'decisive turn of' }));
  await page.waitForFunction(() => /^#t=[1-9]\d*&seat=[01]$/.test(location.hash));
  const [worst, turn] = await page.evaluate(() => [
    location.pathname,
    Number(document.querySelector('.turn b').textContent),
  ]);
  assert.ok(turn > 0);
  clicks++;
  await page.goBack();
  await click(lost.getByRole('button', { name: /^The same start by/ }));
  await page.waitForFunction(
    (path) => /^\/matches\/[0-9a-f]{20}$/.test(location.pathname) && location.pathname !== path,
    worst,
  );
  const [a, b] = await Promise.all(
    [worst, await page.evaluate(() => location.pathname)].map((path) => program.ask(`/api${path}`)),
  );
  assert.equal(b.start.seed, a.start.seed);
  assert.ok(b.seats.some((s) => s.bot === versions[1]));
  assert.ok(clicks <= 5, `${clicks} clicks`);
  done();
});

test('a bot is played, entered and checked from its page', async (t) => {
  const { page, done } = await open(t, browser, program.base, `/bots/domain/${versions[0]}`);
  await page.getByRole('link', { name: 'play a match' }).click();
  await page.waitForFunction((id) => document.querySelector('input[name=bots]')?.value === id, versions[0]);
  await page.goBack();
  await page.getByRole('link', { name: 'enter in a tournament' }).click();
  await page.waitForFunction((id) => document.querySelector('input[name=bots]')?.value === id, versions[0]);
  await page.goBack();
  await page.getByRole('link', { name: 'check against' }).click();
  await page.waitForFunction(
    ([candidate, baseline]) =>
      document.querySelector('input[name=candidate]')?.value === candidate &&
      document.querySelector('input[name=baseline]')?.value === baseline,
    versions,
  );
  done();
});

test('two versions are compared from the page of one', async (t) => {
  const { page } = await open(t, browser, program.base, `/bots/domain/${versions[0]}/versions`);
  await page.getByRole('button', { name: 'Compare a match with one of' }).click();
  await page.waitForURL(/\/compare\?a=[0-9a-f]{20}&b=[0-9a-f]{20}/);
});

test('rating history of a running tournament grows with its matches', async (t) => {
  const bots = ['builtin:domain/random', 'builtin:domain/greedy'];
  const plan = { game: 'domain', bots, seeds: '1..1', first_ms: 0, turn_ms: 0 };
  await program.ask('/api/tournaments', { ...plan, name: 'growing', start: false });
  const { page, done } = await open(t, browser, program.base, '/tournaments/growing');
  await page.waitForSelector('#history >> text=Available after two matches.');
  await program.ask('/api/tournaments/growing/start', {});
  await page.waitForSelector('#history figure');
  done();
});

test('a filter for which thousands fit fills its page and has a total', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/matches?game=domain&filter=seat=1,score>0');
  const { total } = await program.ask('/api/matches?game=domain&filter=seat%3D1,score%3E0');
  assert.ok(total > 0);
  await page.waitForSelector(`text=${total} total`);
  assert.equal(await page.locator('tbody tr').count(), Math.min(50, total));
  done();
});

test('a list is sorted by the server and its order is in the address', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/matches?game=domain&result=lost');
  await page.getByRole('button', { name: 'Margin' }).click();
  await page.waitForURL(/sort=margin/);
  await page
    .locator('th[aria-sort=descending]', { has: page.getByRole('button', { name: 'Margin' }) })
    .waitFor();
  const all = await page.locator('td[data-title=Margin]').allTextContents();
  const numbers = all.map((text) => Number(text.replace('−', '-')));
  assert.ok(numbers.length > 1);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
  assert.ok(
    numbers.every((n) => n <= 0),
    'the losers are shown',
  );
  done();
});

test('an unknown name in a filter is refused and the near one named', async (t) => {
  const expected = /status of 422/;
  const { page, done } = await open(t, browser, program.base, '/matches?game=domain&filter=wals<9', {
    expected,
  });
  await page.waitForSelector('.error >> text=walls');
  done();
});

test('an unknown bot, tournament or game says so once, without empty sections', async (t) => {
  for (const path of ['/bots/domain/nobody@1', '/tournaments/nothing', '/games/chess']) {
    const { page, settled, done } = await open(t, browser, program.base, path, {
      expected: /status of 404/,
    });
    await page.waitForSelector('.error');
    await settled();
    assert.equal(await page.locator('.error').count(), 1, path);
    assert.equal(await page.locator('h2').count(), 0, path);
    done();
  }
});

test('what cannot be the ID of a match is told what an ID is', async (t) => {
  const { page } = await open(t, browser, program.base, '/matches/nosuch', {
    expected: /status of 404|WebSocket/,
  });
  await page.waitForSelector('text=/20 hexadecimal/');
});

test('cells of the matrix, wins and losses lead to their matches', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/tournaments/versions');
  const cell = page.locator('.matrix td a').first();
  const [w, d, l] = (await cell.locator('small').textContent()).split('-').map(Number);
  await cell.click();
  await page.waitForSelector(`text=${w + d + l} total`);
  await page.goBack();
  const lost = page
    .getByLabel('Standings')
    .getByRole('link', { name: / lost$/ })
    .first();
  const [n] = (await lost.getAttribute('aria-label')).split(' ');
  await lost.click();
  await page.waitForSelector(`text=${n} total`);
  done();
});

test('solo bots are compared by start', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/tournaments/sample-keeper');
  const part = page.locator('#scores');
  await part.locator('.scatter circle').first().waitFor();
  assert.equal(await part.locator('.scatter circle').count(), 2, 'a point for each of two seeds');
  await part.locator('.histogram rect').first().waitFor();
  await part
    .getByRole('link', { name: /^compare/i })
    .first()
    .waitFor();
  done();
});

test('a page looks the same whatever was opened before it', async (t) => {
  const { matches } = await program.ask('/api/matches?tournament=versions&limit=1');
  const opened = async (path) => {
    const { page, settled } = await open(t, browser, program.base, path);
    await settled();
    return { page, settled };
  };
  const list = await opened('/tournaments/versions');
  const match = await opened(`/matches/${matches[0].id}`);
  const { page, settled } = await opened(`/matches/${matches[0].id}`);
  await page.locator('.hub').getByRole('link', { name: 'versions', exact: true }).click();
  await page.waitForSelector('h1 >> text=versions');
  await page.mouse.move(0, 0); // what is below the pointer may look otherwise
  await settled();
  await alike(page, list.page, 'a tournament after a match');
  await page.goBack();
  await page.waitForSelector('.hub .actions');
  await settled();
  await alike(page, match.page, 'a match after a tournament');
});

/** Waits until two pages look alike. */
async function alike(page, other, what) {
  const same = async () => isDeepStrictEqual(await styles(page), await styles(other));
  await until(same, what).catch(async () => assert.deepEqual(await styles(page), await styles(other), what));
}

/** How each kind of element of a page is laid out, by its tag and classes. */
function styles(page) {
  return page.evaluate(() => {
    const found = {};
    for (const e of document.querySelectorAll('main *')) {
      const { margin, padding, gap, fontSize, color } = getComputedStyle(e);
      const before = getComputedStyle(e, '::before').content;
      const kind = `${e.parentElement.className} > ${e.tagName}.${e.getAttribute('class') ?? ''}`;
      if (!e.closest('svg, .uplot')) found[kind] ??= [margin, padding, gap, fontSize, color, before];
    }
    return found;
  });
}

test('every table is downloaded as CSV', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/tournaments/versions');
  const button = page.getByRole('button', { name: 'Standings as CSV' });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  assert.equal(file.suggestedFilename(), 'standings.csv');
  done();
});

test('on a phone the name of a row comes before its numbers', async (t) => {
  const viewport = { width: 390, height: 844 };
  const { page, settled, done } = await open(t, browser, program.base, '/tournaments/versions', { viewport });
  const row = page.getByLabel('Standings', { exact: true }).locator('tbody tr').first();
  await row.waitFor();
  await settled();
  const top = async (selector) => (await row.locator(selector).boundingBox()).y;
  for (const title of ['Elo ± 95 %', 'Matches'])
    assert.ok((await top('th')) < (await top(`td[data-title="${title}"]`)), title);
  const { width } = await row.boundingBox();
  assert.ok(width <= 390);
  done();
});

test('nothing is fetched twice', async (t) => {
  for (const path of ['/', `/bots/domain/${versions[0]}`, '/tournaments/versions', '/games/keeper']) {
    const { page, settled, requests } = await open(t, browser, program.base, path);
    await page.locator('.part table:visible').first().waitFor();
    await settled();
    const asked = own(page, requests)
      .map((r) => r.url())
      .filter((url) => url.includes('/api/'));
    const twice = asked.filter((url, i) => asked.indexOf(url) !== i);
    assert.deepEqual(twice, [], path);
  }
});

test('home takes at most 45 requests, its files are below 100 kB, and no player is on it', async (t) => {
  const { page, settled, requests } = await open(t, browser, program.base, '/');
  await page.locator('canvas.still').nth(1).waitFor();
  await settled();
  assert.ok(requests.length <= 45, `${requests.length} requests`);
  assert.equal(await page.locator('iframe').count(), 0);
  const files = own(page, requests).filter((r) => !r.url().includes('/api/'));
  const sizes = await Promise.all(files.map((r) => r.sizes()));
  const total = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  assert.ok(total > 0 && total < 100_000, `${total} bytes`);
});

/** The requests of a page, without those of pages inside it. */
function own(page, requests) {
  return requests.filter((r) => r.frame() === page.mainFrame());
}
