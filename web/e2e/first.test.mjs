// What somebody sees first: a server without matches, then the lists and forms that lead on.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch, open, violations } from './browser.mjs';
import { arbiter, start } from './program.mjs';
import { sizes } from './sizes.mjs';

let empty;
let program;
let browser;

before(async () => {
  empty = await start([]);
  program = await start(['domain', 'keeper']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await empty?.close();
  await program?.close();
});

for (const [size, viewport] of sizes) {
  const at = { viewport, bypassCSP: true };

  test(`${size}: who has nothing yet has one button and three commands`, async (t) => {
    const { page, settled, done } = await open(t, browser, empty.base, '/', at);
    await page.getByRole('button', { name: 'Watch a match' }).waitFor();
    assert.equal(await page.locator('button.main').count(), 1);
    assert.equal(await page.locator('ol.commands code').count(), 3);
    await settled();
    assert.deepEqual(await violations(page), []);
    done();
  });

  test(`${size}: home has no empty section`, async (t) => {
    const { page, settled, done } = await open(t, browser, program.base, '/', { viewport });
    await page.waitForSelector('canvas.still');
    await settled();
    const titles = await page.locator('h2').allTextContents();
    for (const without of ['Running', 'My bots'])
      assert.ok(!titles.includes(without), `${without} is shown, and is empty`);
    await page.getByText('is first after').first().waitFor(); // what ended has its sentence
    assert.ok(
      (await page.locator('.card .picture').first().boundingBox()).width >= (size === 'phone' ? 130 : 260),
    );
    done();
  });

  test(`${size}: the list of bots has ratings, and a game is chosen from a list`, async (t) => {
    const { page, done } = await open(t, browser, program.base, '/bots', { viewport });
    // A place is left out on a phone, where a bot is a card.
    const first = page.locator('td[data-title="Place"]', { hasText: /^1 of \d$/ }).first();
    await first.waitFor({ state: size === 'phone' ? 'attached' : 'visible' });
    const { bots } = await program.ask('/api/bots');
    assert.equal(await page.locator('tbody tr').count(), bots.length);
    await page.getByLabel('Game').selectOption('keeper');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL('**/bots?game=keeper');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
    done();
  });

  test(`${size}: a new bot's page says what to do next, and that of one that has played has its curve`, async (t) => {
    const { bots } = await program.ask('/api/bots?game=domain&name=greedy');
    const { page: known, done } = await open(
      t,
      browser,
      program.base,
      `/bots/domain/${bots[0].id}/versions`,
      at,
    );
    await known.getByRole('img', { name: 'Elo of the bots over the matches played' }).waitFor();
    done();
    const { id } = await program.ask('/api/bots', {
      game: 'domain',
      bot: `builtin:domain/random?seed=${viewport.width}`,
    });
    const { page, settled } = await open(
      t,
      browser,
      program.base,
      `/bots/domain/${encodeURIComponent(id)}`,
      at,
    );
    const next = page.getByRole('region', { name: 'First steps' });
    await next.getByRole('link', { name: 'Check it against' }).waitFor();
    await settled();
    assert.deepEqual(await violations(page), []);
    await next.getByRole('link', { name: 'Play its first match' }).click();
    await page.waitForFunction((id) => document.querySelector('input[name=bots]')?.value === id, id);
  });

  test(`${size}: the form of a check asks in words, and has its bounds under Advanced`, async (t) => {
    const { page, settled, done } = await open(t, browser, program.base, '/checks/new?game=domain', at);
    await page.getByText(/^About [\d,]+ pairs(, .+,)? if the candidate is equal/).waitFor();
    const [before] = await page.locator('form ul.note li').allTextContents();
    assert.equal(await page.getByLabel('Refused at, Elo').isVisible(), false);
    await page.getByLabel('Question').selectOption('large');
    await page.waitForFunction((b) => {
      const now = document.querySelector('form ul.note li')?.textContent;
      return now && now !== b;
    }, before);
    await page.getByText('Advanced', { exact: true }).click();
    assert.equal(await page.getByLabel('Refused at, Elo').getAttribute('placeholder'), '-50');
    await settled();
    assert.deepEqual(await violations(page), []);
    await page.getByLabel('Name').fill(`asked-${size}`);
    await page.getByLabel('Candidate, the new bot: path or command').fill('builtin:domain/random');
    await page.getByLabel('Baseline, the old bot: path or command').fill('greedy');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(`**/checks/asked-${size}`);
    const { question, baseline } = await program.ask(`/api/checks/asked-${size}`);
    assert.deepEqual([question.elo0, question.elo1, question.cap], [-50, 0, 800], 'as check --quick asks');
    assert.match(baseline, /^greedy@/, 'a name that one bot has');
    done();
    // Home shows nothing that runs, also on a phone. With the limits of the game a busy machine would play on and
    // on.
    await program.ask(`/api/tournaments/asked-${size}/cancel`, {});
  });
}

test('a match is watched with one press, and the command of the first visit plays on this server', async (t) => {
  const { page, done } = await open(t, browser, empty.base, '/');
  const command = await page.locator('ol.commands code', { hasText: 'arbiter run' }).textContent();
  await page.getByRole('button', { name: 'Watch a match' }).click();
  await page.waitForURL(/matches\/[0-9a-f]{20}/);
  await page.locator('canvas').waitFor();
  const [name, ...words] = command.replace('./mybot', 'builtin:domain/random').trim().split(/\s+/);
  assert.equal(name, 'arbiter');
  await promisify(execFile)(arbiter, [...words, '--time-first', '0s', '--time-turn', '0s']);
  await page.goto(empty.base);
  await page.getByText('is first after 20 matches.').waitFor();
  done();
});
