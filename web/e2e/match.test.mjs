// The page of a match as a hub, and the comparison of two matches.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ends, launch, open, shows, violations } from './browser.mjs';
import { until } from './patience.mjs';
import { played, start, stored } from './program.mjs';
import { sizes } from './sizes.mjs';

const phone = { viewport: { width: 390, height: 844 } };

let program;
let browser;

before(async () => {
  program = await start(['ctf', 'domain', 'heropath']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

test('a match leads to its bots, tournament and game, and to the matches around it', async (t) => {
  const match = await stored(program, 'domain');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await ends(page, match.turns);
  const hub = page.getByRole('navigation', { name: 'this match' });
  await hub.getByRole('link', { name: 'swapped seats' }).waitFor();
  const links = await hub.locator('a').evaluateAll((all) => all.map((a) => new URL(a.href).pathname));
  for (const { bot } of match.seats)
    assert.ok(links.includes(`/bots/domain/${encodeURIComponent(bot)}`), bot);
  assert.ok(links.includes('/games/domain'));
  assert.ok(links.includes('/tournaments/sample-domain'));
  const { previous, next } = await program.ask(`/api/matches/${match.id}/neighbours`);
  for (const id of [previous, next]) if (id) assert.ok(links.includes(`/matches/${id}`), id);
  await hub.getByRole('link', { name: 'swapped seats' }).click();
  await page.waitForFunction((id) => !location.pathname.includes(id), match.id);
  const twin = await program.ask(`/api${new URL(page.url()).pathname}`);
  assert.deepEqual(
    twin.seats.map((s) => s.bot),
    match.seats.map((s) => s.bot).reverse(),
  );
  assert.deepEqual(twin.start, match.start);
  done();
});

test('a match is played again from its page', async (t) => {
  const match = await stored(program, 'domain');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await page.getByRole('button', { name: 'play it again' }).click();
  await page.waitForFunction((id) => !location.pathname.includes(id), match.id);
  await page.waitForFunction(() => document.querySelector('.hub a[href^="/games"]'));
  done();
});

test('a match is compared with its twin: both timelines, both answers, the first difference', async (t) => {
  const match = await stored(program, 'ctf');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`);
  await page.locator('.hub').getByRole('link', { name: 'Compare', exact: true }).last().click();
  await page.waitForURL(/compare\?a=[0-9a-f]{20}&b=[0-9a-f]{20}/);
  await page.getByRole('slider', { name: 'turn of A' }).waitFor();
  await page.getByRole('slider', { name: 'turn of B' }).waitFor();
  const jump = page.getByRole('button', { name: /first difference: turn/i });
  const turn = Number((await jump.textContent()).match(/\d+/)[0]);
  await jump.click();
  await shows(page, turn);
  assert.equal(await page.locator('.answers pre').count(), 4);
  await page.getByRole('button', { name: 'swap' }).click();
  await page.waitForURL(new RegExp(`b=${match.id}`));
  done();
});

test('on a phone the comparison paints nothing over the second board, and boards have the full width', async (t) => {
  const [a, b] = [await stored(program, 'ctf'), await stored(program, 'domain')];
  const path = `/compare?a=${a.id}&b=${b.id}#t=9`;
  const { page, settled, done } = await open(t, browser, program.base, path, phone);
  await shows(page, 9);
  await page.waitForSelector('.plot canvas');
  await settled();
  const boxes = await page.evaluate(() =>
    [...document.querySelectorAll('.board, .comparison > .bar, .answers, .plots')].map((e) => {
      const { top, bottom, width } = e.getBoundingClientRect();
      return { name: e.className, top, bottom, width };
    }),
  );
  const sorted = [...boxes].sort((p, q) => p.top - q.top);
  for (const [i, box] of sorted.entries())
    if (i > 0)
      assert.ok(
        box.top >= sorted[i - 1].bottom - 1,
        `${box.name} begins above the end of ${sorted[i - 1].name}`,
      );
  for (const box of boxes) if (box.name === 'board') assert.equal(box.width, 390);
  const scrollers = await page.evaluate(() => {
    const plots = document.querySelector('.plots');
    return plots.scrollHeight > plots.clientHeight + 1;
  });
  assert.ok(!scrollers, 'the plots have a scroller of their own');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  done();
});

test('on a phone the page of a match is not wider than the screen, and its board has the full width', async (t) => {
  const match = await stored(program, 'heropath');
  const { page, settled, done } = await open(t, browser, program.base, `/matches/${match.id}#t=5`, phone);
  await shows(page, 5);
  await page.getByText('Plots', { exact: true }).click();
  await page.waitForSelector('.plot canvas');
  await settled();
  assert.equal((await page.locator('.board').boundingBox()).width, 390);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  done();
});

test('on a phone every board opens near the action, and shows the whole board after one tap', async (t) => {
  for (const game of ['ctf', 'heropath']) {
    const match = await stored(program, game);
    const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=5`, phone);
    await ends(page, match.turns);
    await shows(page, 5);
    const drawn = () => page.locator('.board canvas').evaluate((e) => e.toDataURL());
    const near = await drawn();
    await page.getByRole('button', { name: 'show the whole board' }).click();
    await until(async () => (await drawn()) !== near, `the whole board of ${game} is shown`);
    done();
  }
});

test('keys and buttons go to the next and previous event, and turning points are played', async (t) => {
  const match = await stored(program, 'ctf');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=0`);
  await ends(page, match.turns);
  await page.waitForSelector('.pin.turning');
  const turn = async () => Number(await page.textContent('.turn b'));
  await page.keyboard.press('n');
  await page.waitForFunction(() => document.querySelector('.turn b').textContent !== '0');
  const first = await turn();
  await page.getByRole('button', { name: 'next event' }).click();
  await page.waitForFunction((n) => Number(document.querySelector('.turn b').textContent) > n, first);
  await page.keyboard.press('p');
  await shows(page, first);
  await page.getByRole('button', { name: 'play turning points' }).click();
  await page.getByRole('button', { name: 'stop' }).click();
  done();
});

test('results are hidden until the end when the reader asks for it', async (t) => {
  const match = await stored(program, 'ctf');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=3`);
  await ends(page, match.turns);
  await page.locator('.hub').getByText(match.reason).waitFor();
  await page.locator('.gear summary').click();
  await page.getByLabel('hide results until the end').check();
  await page.getByText('result hidden').waitFor();
  assert.equal(await page.locator('.highlights, .pin.turning').count(), 0);
  await page.keyboard.press('Escape');
  await page.locator('.board').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('End');
  await page.locator('.finale').waitFor();
  await page.locator('.hub').getByText(match.reason).waitFor();
  done();
});

test('a turn is taken along as a picture, a range as a GIF, the plots as CSV', async (t) => {
  const match = await stored(program, 'domain');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=4`);
  await ends(page, match.turns);
  const taken = async (press) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press()]);
    const chunks = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
  };
  await page.locator('.gear summary').click();
  const png = await taken(() => page.getByRole('button', { name: /PNG/ }).click());
  assert.match(png.name, /turn-4\.png$/);
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  const plots = await taken(() => page.getByRole('button', { name: 'plots as CSV' }).click());
  assert.equal(plots.bytes.toString().trim().split('\r\n').length, match.turns + 2);
  await page.getByRole('button', { name: 'turns as a GIF' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From turn').fill('3');
  await dialog.getByLabel('to turn', { exact: true }).fill('5');
  const gif = await taken(() => dialog.getByRole('button', { name: 'download' }).click());
  assert.equal(gif.bytes.subarray(0, 6).toString(), 'GIF89a');
  done();
});

test('heropath shows the move of the turn, and zooms by buttons with a camera that follows', async (t) => {
  const match = await stored(program, 'heropath');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=7`);
  await ends(page, match.turns);
  await page.getByText(`move 7 of ${match.turns} in the answer`).waitFor();
  const board = () => page.evaluate(() => document.querySelector('canvas').toDataURL());
  const before = await board();
  await page.getByRole('button', { name: 'zoom in' }).click();
  await page.waitForFunction((old) => document.querySelector('canvas').toDataURL() !== old, before);
  await page.getByRole('button', { name: 'show the whole board' }).click();
  await page.getByRole('button', { name: 'camera follows the action' }).click();
  await page.keyboard.press('w');
  await page.waitForSelector('.panel', { state: 'detached' });
  done();
});

test('an analysed match has a bar, a graph with its mistakes, a list of them, and says what was better', async (t) => {
  const bots = ['builtin:domain/greedy', 'builtin:domain/random'];
  const start = { game: 'domain', seed: '9' }; // two answers in it are proven to lose
  const { id } = await program.ask('/api/matches', { ...start, bots, first_ms: 0, turn_ms: 0 });
  const { turns } = await played(program, id);
  const { costs } = await analysed(id);
  const mistakes = [...new Set(costs.map((c) => c.turn))].sort((a, b) => a - b);
  for (const [size, viewport] of sizes) {
    const { page, settled, done } = await open(t, browser, program.base, `/matches/${id}#t=0`, {
      viewport,
      bypassCSP: true,
    });
    await ends(page, turns);
    const panel = page.locator('.panel');
    await panel.getByRole('tab', { name: 'Analysis', selected: true }).waitFor();
    assert.equal(await panel.locator('.mistakes li').count(), costs.length);
    const graph = page.getByRole('region', { name: 'expected result of seat 0 by turn' });
    const bar = page.getByRole('region', { name: /^expected result: seat 0 \d+%, seat 1 \d+%$/ });
    assert.equal(await graph.getByRole('button').count(), mistakes.length);
    if (size === 'desktop')
      for (const part of [bar, graph, panel.locator('.mistakes'), panel.locator('.trial')]) {
        const { y, height } = await part.boundingBox();
        assert.ok(y >= 0 && y + height <= viewport.height, `${await part.getAttribute('class')} is in sight`);
      }
    await graph.locator('.area').click({ position: { x: 1, y: 9 } });
    await shows(page, 0);
    await graph.getByRole('button', { name: `turn ${mistakes[0]} cost` }).click({ force: true }); // others may be above it
    await shows(page, mistakes[0]);
    await page.getByText('better answer', { exact: true }).waitFor();
    const better = await panel.locator('.mistakes [aria-current] dd').last().textContent();
    await page.getByText('Which answer is better here?').click();
    assert.equal(await panel.locator('.trial').getByRole('textbox').first().inputValue(), better);
    if (mistakes.length > 1) {
      await page.locator('.board canvas').click({ position: { x: 5, y: 5 } }); // keys belong to the player again
      await page.keyboard.press('m');
      await shows(page, mistakes[1]);
      await page.keyboard.press('Shift+M');
      await shows(page, mistakes[0]);
    }
    await settled();
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await page.keyboard.press('End');
    await page.getByText('better answer', { exact: true }).waitFor({ state: 'detached' });
    await panel.getByRole('tab', { name: 'Turn' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    await panel.getByText('Better, in green on the board').first().waitFor();
    done();
  }
});

test('a long match jumps between its turning points, and is played 50 times as fast', async (t) => {
  const match = await stored(program, 'heropath');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=0`);
  await ends(page, match.turns);
  await page.waitForSelector('.pin.turning');
  const turn = async () => Number(await page.textContent('.turn b'));
  await page.keyboard.press('t');
  await page.waitForFunction(() => document.querySelector('.turn b').textContent !== '0');
  const first = await turn();
  await page.getByRole('button', { name: 'next turning point' }).click();
  await page.waitForFunction((n) => Number(document.querySelector('.turn b').textContent) > n, first);
  await page.keyboard.press('Shift+T');
  await shows(page, first);
  await page.getByLabel('speed', { exact: true }).selectOption('50x');
  await page.getByRole('button', { name: 'play', exact: true }).click();
  await shows(page, match.turns);
  done();
});

test('the log of ctf has one line for each minion of a turn', async (t) => {
  const match = await stored(program, 'ctf');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=9`);
  await ends(page, match.turns);
  await page.getByRole('tab', { name: 'Log' }).click();
  await page
    .locator('.turns')
    .getByText(/^minion \d moves from \d+ \d+ to \d+ \d+ in \d+ turns/)
    .first()
    .waitFor();
  const named = await page
    .locator('.turns li')
    .evaluateAll((all) =>
      all.map((li) =>
        [...li.querySelectorAll('.line')].map((line) =>
          [line.querySelector('.dot').className, line.textContent.match(/^minion \d/)?.[0]].join(' '),
        ),
      ),
    );
  for (const lines of named) assert.equal(new Set(lines).size, lines.length, lines.join('; '));
  done();
});

test('the page of a match says which answer is better, and before that how long it takes', async (t) => {
  const match = await stored(program, 'domain');
  const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=0`);
  await ends(page, match.turns);
  await page.keyboard.press('Home');
  await shows(page, 0);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByText('Which answer is better here?').click();
  const question = page.locator('.trial .compared');
  await question.getByText('Plays for 20 s at most').waitFor();
  assert.ok(await question.getByRole('button', { name: 'Compare' }).isDisabled(), 'nothing is typed');
  const ask = async (answer, said) => {
    await question.getByRole('textbox').fill(answer);
    await question.getByRole('button', { name: 'Compare' }).click();
    await question.getByText(said).waitFor();
  };
  await ask(await question.locator('code').textContent(), 'Both answers come to the same.');
  await ask('9 9 U', 'garbled');
  done();
});

/** Analyses a match until an answer is known to have cost something, and returns the report. */
function analysed(id) {
  const path = `/api/matches/${id}/analysis`;
  const over = async () => {
    const now = await program.ask(path);
    assert.notEqual(now.state, 'failed', now.why);
    return now.state === 'done' && now;
  };
  return until(async () => {
    await program.ask(path, { budget_ms: 1000 });
    const { report } = await until(over, `the analysis of ${id} is over`);
    return report?.costs?.length > 0 && report;
  }, `a costly answer is found in ${id}`);
}

test('a match with a fault and a comparison have no serious violation, light or dark', async (t) => {
  const bots = ['builtin:domain/greedy', `sh -c 'read line; echo nonsense; cat'`];
  const { id } = await program.ask('/api/matches', { game: 'domain', bots, first_ms: 0, turn_ms: 0 });
  const match = await played(program, id);
  assert.ok(match.faults.length > 0);
  const other = await stored(program, 'domain');
  for (const path of [`/matches/${id}#t=1`, `/compare?a=${id}&b=${other.id}#t=1`, '/compare']) {
    const { page, settled, done } = await open(t, browser, program.base, path, { bypassCSP: true });
    await settled();
    assert.deepEqual(await violations(page), [], path);
    done();
    await page.close();
  }
});
