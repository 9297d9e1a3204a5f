// The page of a check: its sentence first, the figure of the test that decided, and a running one that is stopped.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { ended, start } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;

before(async () => {
  program = await start([]);
  browser = await launch();
  const limits = { first_ms: 0, turn_ms: 0 };
  const decided = { name: 'decided', candidate: 'builtin:domain/random', baseline: 'builtin:domain/greedy' };
  await program.ask('/api/checks', { game: 'domain', ...decided, ...limits });
  await ended(program, 'decided');
  const bots = [decided.candidate, decided.baseline];
  await program.ask('/api/tournaments', {
    game: 'domain',
    name: 'friday',
    bots,
    openings: 2,
    start: true,
    ...limits,
  });
  await ended(program, 'friday');
  // Copies of one bot, and a question that takes more pairs than a test waits for.
  const long = { name: 'long', candidate: 'builtin:domain/random', baseline: 'builtin:domain/random?seed=9' };
  const question = { elo0: -1, elo1: 0, same_play: 0, max_games: 100_000, seeds: '1..50000' };
  await program.ask('/api/checks', { game: 'domain', ...long, ...question, ...limits });
});

after(async () => {
  await browser?.close();
  await program?.close();
});

/** Words that a page has where it is asked how something was decided, and nowhere else. */
const statistical = /regression|LLR|alpha|H0|H1|betting|stake|prior|pentanomial|probability|sequence/i;

for (const [size, viewport] of sizes) {
  test(`${size}: a tournament opens with who is first, and what is statistical is folded`, async (t) => {
    const at = { viewport, bypassCSP: true };
    const { page, settled, done } = await open(t, browser, program.base, '/tournaments/friday', at);
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText(/^Greedy is first after 4 matches\.$/).waitFor();
    for (const fact of ['Elo ± 95 %', 'Won-drawn-lost']) await result.getByText(fact).waitFor();
    await result.getByRole('progressbar', { name: 'Matches played' }).waitFor();
    await settled();
    assert.doesNotMatch(await result.textContent(), statistical);
    assert.equal(await page.getByText('First seat:').count(), 0);
    await result.getByRole('button', { name: 'How was this decided?' }).click();
    await result.getByText('First seat:').waitFor();
    assert.deepEqual(await violations(page), []);
    done();
  });

  test(`${size}: a check opens with its sentence, and shows what decided to who asks`, async (t) => {
    const at = { viewport, bypassCSP: true };
    const { page, settled, done } = await open(t, browser, program.base, '/checks/decided', at);
    const { sentence, path } = await program.ask('/api/checks/decided');
    await page.waitForSelector('.sentence');
    const result = page.getByRole('region', { name: 'Result' });
    const first = await result.locator('p').first().textContent();
    assert.equal(first, sentence);
    await result.getByText('Won-drawn-lost').waitFor();
    await result.getByRole('progressbar', { name: 'Starts played' }).waitFor();
    assert.match(first, /^Weaker by at least \d+ Elo: about /);
    assert.equal(path.by, 'betting');
    assert.doesNotMatch(await page.locator('main').textContent(), statistical);
    await page.getByRole('button', { name: 'How was this decided?' }).click();
    await page.getByText(/weaker at 5\.3, a stake that became 200/).waitFor();
    await page.getByRole('table', { name: "Pairs by the candidate's points" }).waitFor();
    const swing = page.locator('section', { hasText: 'Worst matches' }).getByRole('link').first();
    assert.match(await swing.getAttribute('href'), /^\/matches\/[0-9a-f]{20}#t=decisive&seat=[01]$/);
    await settled();
    assert.deepEqual(await violations(page), []);
    done();
  });

  test(`${size}: a running check says how far it is, and is stopped and goes on`, async (t) => {
    const { page, done } = await open(t, browser, program.base, '/checks/long', { viewport });
    await page.getByText(/^\d[\d,]* of about [\d,]+ pairs.* left$/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/ pairs.*, stopped$/).waitFor();
    assert.equal((await program.ask('/api/tournaments/long')).state, 'paused');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    done();
  });
}
