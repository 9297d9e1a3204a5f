// A bisect and a history that a server played: from the list to the sentence, the plot and the matches of a commit, and the
// command that looks closer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { repository, start } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;
let bots; // the repository
let bisect; // what the commands print
let history;

/** What a command says in ASCII, as a page has it. */
const typeset = (sentence) => sentence.replaceAll('+-', '±').replaceAll(/(?<= )-(?=\d)/g, '−');

before(async () => {
  program = await start([]);
  browser = await launch();
  bots = repository(program);
  bisect = await bots.run('bisect', 'keeper', '--good', 'HEAD~4');
  history = await bots.run('history', 'keeper', 'HEAD~4..', '--band', '150');
});

after(async () => {
  await browser?.close();
  await program?.close();
  bots?.close();
});

for (const [size, viewport] of sizes) {
  test(`${size}: a history shows how strong each commit is, and where its matches are`, async (t) => {
    const at = { viewport, bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] };
    const { page, settled, done } = await open(t, browser, program.base, '/tournaments', at);
    await page.getByRole('link', { name: 'Experiments' }).click();
    const list = page.getByRole('table', { name: 'Bisects and histories' });
    await list.locator(`a[title="${history.tournament}"]`).click();
    await page.getByText(typeset(history.sentence), { exact: true }).waitFor();
    const plot = page.getByRole('img', { name: `Strength by commit: ${history.sentence}` });
    await plot.waitFor();
    assert.equal(await plot.locator('.point').count(), history.commits.length);
    await settled();
    // One strength for each commit: a second table of Elo, of the same matches by another model, would differ.
    assert.equal(await page.getByRole('heading', { name: /^(Standings|Rating history)$/ }).count(), 0);
    assert.deepEqual(await violations(page), []);
    await inSight(page);

    const marked = history.changes.filter((c) => c.marked);
    assert.equal(marked.length, 1, history.sentence);
    assert.equal(marked[0].commit, history.commits[2].commit);
    const command = `arbiter bisect keeper --good ${marked[0].before.slice(0, 12)} --bad ${marked[0].commit.slice(0, 12)} --path bots/mine`;
    await page.getByText(command, { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Copy the command: To confirm/ }).click();
    await page.getByText('Copied.').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);

    const { commit, bot, games } = history.commits[2];
    const rows = page.getByRole('table', { name: 'Commits' });
    await rows.getByRole('link', { name: commit.slice(0, 12), exact: true }).click();
    await page.getByText(`${games} total`).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('bot'), bot);
    done();
  });

  test(`${size}: a bisect shows which commit is suspected`, async (t) => {
    const path = `/tournaments/${encodeURIComponent(bisect.tournament)}`;
    const { page, settled, done } = await open(t, browser, program.base, path, { viewport, bypassCSP: true });
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText(typeset(bisect.sentence), { exact: true }).waitFor();
    await result.getByRole('link', { name: /^\d+-\d+-\d+$/ }).waitFor(); // of the check of its ends
    await page.getByRole('img', { name: `Probability by commit: ${bisect.sentence}` }).waitFor();
    const rows = page.getByRole('table', { name: 'Commits' });
    const named = rows.locator('tbody tr', { hasText: bisect.commit.slice(0, 12) });
    await named.getByText('change 3', { exact: true }).waitFor();
    await rows.getByText('known to be good').waitFor();
    await settled();
    assert.deepEqual(await violations(page), []);
    await inSight(page);
    await named.getByRole('link', { name: bisect.commit.slice(0, 12) }).click();
    await page.locator('tbody tr').first().waitFor();
    const { bot } = bisect.commits.find((c) => c.commit === bisect.commit);
    assert.equal(new URL(page.url()).searchParams.get('bot'), bot);
    done();
  });
}

test('home lists searches without the margins and the checks that they started', async (t) => {
  const { page, settled, done } = await open(t, browser, program.base, '/');
  const list = page.locator('.ended');
  for (const { tournament, sentence } of [bisect, history]) {
    const item = list.locator('li').filter({ has: page.locator(`a[title="${tournament}"]`) });
    await item.getByText(typeset(sentence), { exact: true }).waitFor();
  }
  await settled();
  assert.equal(await list.locator('li').count(), 2);
  assert.ok(bisect.check, 'the ends were checked');
  await page.reload(); // the same visit
  await page.getByRole('heading', { name: 'Ended last' }).waitFor();
  done();
});

for (const [size, viewport] of sizes) {
  test(`${size}: a history of 200 commits opens at the newest ones, with its scale in sight`, async (t) => {
    const commits = Array.from({ length: 200 }, (_, i) => ({
      ...history.commits[0],
      commit: (0x1000000 + i).toString(16).padEnd(40, '0'),
      subject: `change ${i} of a long history, with a subject as long as people write them`,
      elo: 60 * Math.sin(i / 12) + (i > 150 ? 90 : 0),
      elo_error95: 20,
      elo_band: 40,
    }));
    const changes = [
      {
        ...history.changes[0],
        before: commits[150].commit,
        commit: commits[151].commit,
        marked: true,
        elo: 90,
      },
    ];
    const path = `/api/tournaments/${encodeURIComponent(history.tournament)}/findings`;
    await program.ask(path, { history: { ...history, commits, changes, suspected: [] } }, 'PUT');
    const page = `/tournaments/${encodeURIComponent(history.tournament)}`;
    const opened = await open(t, browser, program.base, page, { viewport, bypassCSP: true });
    const plot = opened.page.getByRole('img', { name: /^Strength by commit/ });
    await plot.waitFor();
    await opened.settled();
    const box = await opened.page.getByRole('region', { name: 'Plot by commit' }).boundingBox();
    const within = async (at, what) => {
      const { x, width } = await at.boundingBox();
      assert.ok(x >= box.x - 1 && x + width <= box.x + box.width + 1, `${what} is out of sight`);
    };
    await within(plot.locator('.point').last(), 'the newest commit');
    await within(plot.locator('text').last(), 'its name');
    await within(opened.page.locator('.commit-plot .scale text').first(), 'the scale');
    const rows = opened.page.getByRole('table', { name: 'Commits' }).locator('tbody tr');
    assert.match(await rows.first().textContent(), /change 199 of/);
    assert.deepEqual(await violations(opened.page), []);
    await inSight(opened.page);
    await program.ask(path, { history }, 'PUT');
    opened.done();
  });
}

test('while a history goes on, its page follows: how much is left, and then the answer', async (t) => {
  const id = history.tournament;
  const put = (change) =>
    program.ask(
      `/api/tournaments/${encodeURIComponent(id)}/findings`,
      { history: { ...history, ...change } },
      'PUT',
    );
  const sentence = 'The 5 versions are not known within 20 Elo yet; the widest band is 90.';
  await put({ answer: 'undecided', sentence, games_left: 1200, seconds_left: 90 });
  const { page, done } = await open(t, browser, program.base, `/tournaments/${encodeURIComponent(id)}`);
  await page.getByText(sentence, { exact: true }).waitFor();
  await page.getByText('about 1,200 games, 2 min', { exact: true }).waitFor();
  await put({});
  await page.getByText(typeset(history.sentence), { exact: true }).waitFor();
  await page.getByText('about 1,200 games, 2 min', { exact: true }).waitFor({ state: 'detached' });
  done();
});

/** Fails when the page is wider than the window, or a link of the top bar is out of sight. */
async function inSight(page) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `the page is ${wide} wide in ${room}`);
  for (const link of await page.locator('.topbar nav a').all()) {
    const { x, width } = await link.boundingBox();
    assert.ok(x >= 0 && x + width <= room, `${await link.textContent()} is out of sight`);
  }
}
