// What readers have stumbled over, in both sizes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ends, launch, open, shows, violations } from './browser.mjs';
import { until } from './patience.mjs';
import { ended, played, start, stored } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;

before(async () => {
  program = await start(['domain', 'ctf', 'keeper']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

for (const [size, viewport] of sizes) {
  test(`${size}: bots are picked by name, Enter only adds, and an error is said once`, async (t) => {
    const path = '/tournaments/new?game=domain';
    const expected = /status of 422/;
    const { page, settled, done } = await open(t, browser, program.base, path, { viewport, expected });
    await settled();
    const field = page.getByLabel('Bots: path or command');
    for (const bot of ['greedy', 'builtin:domain/random']) {
      await field.fill(bot);
      await field.press('Enter');
    }
    const picked = page.locator('input[name=bots]');
    await until(async () => (await picked.count()) === 2, 'both are picked');
    assert.equal(await picked.first().getAttribute('value'), 'builtin:domain/greedy');
    assert.equal(new URL(page.url()).pathname, '/tournaments/new', 'Enter has not sent the form');
    assert.match(await page.getByLabel('Name', { exact: true }).inputValue(), /^domain-\d{4}-\d{4}$/);
    await field.fill('nobody');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForSelector('.wrong');
    assert.equal(await page.locator('.error').count(), 0, 'what the field says is not said again');
    assert.doesNotMatch(await page.locator('main').textContent(), /bots\[\d\]/);
    await page.locator('.pick', { hasText: /^nobody$/ }).click();
    await page.getByLabel('Openings').fill('3');
    await page.getByLabel('Openings').press('Tab');
    await page.getByText(/^6 matches, about /).waitFor();
    await page.getByLabel('Name', { exact: true }).fill(`picked-${size}`);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(`**/tournaments/picked-${size}`);
    await program.ask(`/api/tournaments/picked-${size}/cancel`, {}); // a busy machine would play on and on
    done();
  });

  test(`${size}: a filter's error is said once, and names the filter once`, async (t) => {
    for (const path of ['/matches?game=domain', '/games/domain?', '/tournaments/sample-domain?']) {
      const { page, settled } = await open(t, browser, program.base, `${path}&filter=wals`, {
        viewport,
        expected: /status of 422/,
      });
      await page.waitForSelector('.error');
      await settled();
      assert.equal(await page.locator('.error').count(), 1, path);
      assert.doesNotMatch(await page.locator('.error').textContent(), /filter: filter/);
      await page.close();
    }
  });

  test(`${size}: at the last turn a match is played on from the one before, with a person, a bot or a debugger`, async (t) => {
    const match = await stored(program, 'domain');
    const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=${match.turns}`, {
      viewport,
    });
    await ends(page, match.turns);
    await shows(page, match.turns);
    await page.getByText('play on from here').click();
    await page.getByText(`The match is over at turn ${match.turns}: from turn ${match.turns - 1}.`).waitFor();
    assert.equal(await page.getByRole('button', { name: 'as seat 0' }).isEnabled(), true);
    const list = await page.locator('.branch ul').boundingBox();
    const column = (await page.locator('.board-column').boundingBox()) ?? { x: 0, ...viewport }; // no box on a phone
    assert.ok(list.x >= column.x && list.x + list.width <= column.x + column.width, 'no part is cut off');
    const text = await page.locator('.branch').textContent();
    assert.ok(
      text.includes(
        `arbiter play --from ${match.id} --turn ${match.turns - 1} -b 0=./mybot --server ${program.base}`,
      ),
    );
    assert.ok(
      text.includes(`arbiter debug ${match.id} --seat 1 --turn ${match.turns} --server ${program.base}`),
    );
    done();
  });

  test(`${size}: at the turn of a fault it is said why nobody plays on after it, and how from before it`, async (t) => {
    const bots = ['builtin:domain/greedy', `sh -c 'read line; echo nonsense; cat'`];
    const { id } = await program.ask('/api/matches', { game: 'domain', bots, first_ms: 0, turn_ms: 0 });
    const { faults, turns } = await played(program, id);
    const [{ turn, seat }] = faults;
    assert.equal(turn, turns, 'the fault ends the match');
    const { page, done } = await open(t, browser, program.base, `/matches/${id}#t=0`, {
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await ends(page, turns);
    await page.locator('.fault-link').click();
    await shows(page, turn);
    await page.getByText('play on from here').click();
    await page.getByText(`The match is over at turn ${turn}: from turn ${turn - 1}.`).waitFor();
    await page.getByText(`with another bot in seat ${seat}`).waitFor();
    const command = page.locator('.branch li', { hasText: `in a debugger, seat ${seat}` });
    await command.getByRole('button').click();
    await page.getByText('Copied.').waitFor();
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      `arbiter debug ${id} --seat ${seat} --turn ${turn} --server ${program.base}`,
    );
    done();
  });

  test(`${size}: the options menu is on the screen as a whole`, async (t) => {
    const match = await stored(program, 'ctf');
    const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`, { viewport });
    await ends(page, match.turns);
    await page.locator('.gear summary').click();
    const menu = await page.locator('.gear .menu').boundingBox();
    assert.ok(menu.y >= 0 && menu.y + menu.height <= viewport.height, JSON.stringify(menu));
    const cut = await page.locator('.gear .menu').evaluate((e) => e.scrollHeight - e.clientHeight);
    assert.ok(cut <= 1, `${cut} pixels of the menu are cut`);
    done();
  });

  test(`${size}: the board has the page, and nothing lies over it`, async (t) => {
    const match = await stored(program, 'ctf');
    const { page, done } = await open(t, browser, program.base, `/matches/${match.id}#t=5`, { viewport });
    await ends(page, match.turns);
    const board = await page.locator('.board canvas').boundingBox();
    if (size === 'desktop') {
      assert.ok(board.height >= 620, `the board is ${board.height} high`);
      await page.locator('.pin.turning').first().hover();
      const said = await page
        .locator('.pin.turning')
        .first()
        .evaluate((e) => getComputedStyle(e, '::after').content);
      assert.match(said, /^"turn \d+: /, 'a mark says under the pointer what it is');
      done();
      return;
    }
    const bar = await page.locator('.topbar').boundingBox();
    assert.ok(board.y - (bar.y + bar.height) < 8, `the board begins at ${board.y}`);
    const zoom = await page.locator('.zoom').boundingBox();
    assert.ok(zoom.y >= board.y + board.height, 'the zoom buttons are below the board');
    const drawn = () => page.locator('.board canvas').evaluate((e) => e.toDataURL());
    const near = await drawn();
    await page.getByRole('button', { name: 'show the whole board' }).click();
    await until(async () => (await drawn()) !== near, 'the whole board is shown after one tap');
    const top = async (selector) => (await page.locator(selector).first().boundingBox()).y;
    assert.ok((await top('.bar')) < (await top('div.seats')), 'controls, then seats');
    assert.ok((await top('div.seats')) < (await top('.hub')), 'then what the page says of the match');
    done();
  });

  test(`${size}: a comparison opens at the first difference with both results, and a bot keeps its colour`, async (t) => {
    const match = await stored(program, 'ctf');
    const { twin } = await program.ask(`/api/matches/${match.id}/neighbours`);
    const { page, settled, done } = await open(
      t,
      browser,
      program.base,
      `/compare?a=${match.id}&b=${twin.id}`,
      {
        viewport,
        bypassCSP: true,
      },
    );
    const differ = page.locator('button.differ');
    const [, turn] = (await differ.textContent()).match(/turn (\d+)/);
    await shows(page, Number(turn));
    assert.equal(await page.locator('.side .caption b').count(), 4, 'the letter and the result of each');
    const colour = (side, seat) =>
      page
        .locator(`.side >> nth=${side}`)
        .locator(`.seat-${seat}`)
        .first()
        .evaluate((e) => getComputedStyle(e).borderLeftColor);
    assert.equal(await colour(0, 0), await colour(1, 1));
    assert.equal(await colour(0, 1), await colour(1, 0));
    // The same holds of its answers, and of its marks on the time lines.
    const styled = (selector, style) =>
      page.locator(selector).evaluateAll((all, style) => all.map((e) => getComputedStyle(e)[style]), style);
    const [a0, b0, a1, b1] = await styled('.answers pre', 'borderLeftColor');
    assert.deepEqual([a0, a1], [b1, b0]);
    assert.notEqual(a0, a1);
    const [ours] = await styled('.bar > .timeline .pin.seat-0', 'color');
    const [theirs] = await styled('.bar .marks .pin.seat-1', 'color');
    assert.ok(ours);
    assert.equal(ours, theirs);
    assert.equal(await page.locator('h1').count(), 1);
    await settled();
    assert.deepEqual(await violations(page), []);
    done();
  });

  test(`${size}: a comparison opens at the first difference although one of its matches comes late`, async (t) => {
    const match = await stored(program, 'ctf');
    const { twin } = await program.ask(`/api/matches/${match.id}/neighbours`);
    const { page, done } = await open(t, browser, program.base, '/compare', { viewport });
    let release;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    await page.route(`**/api/matches/${twin.id}/replay`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${program.base}/compare?a=${match.id}&b=${twin.id}`);
    await page.waitForFunction(() => location.hash.includes('t=0')); // the address follows the match that is there
    assert.equal(await page.locator('button.differ').count(), 0, 'one match is still read');
    release();
    const [, turn] = (await page.locator('button.differ').textContent()).match(/turn (\d+)/);
    assert.notEqual(turn, '0');
    await shows(page, Number(turn));
    done();
  });

  test(`${size}: a match without a replay says how it ended, in no red box`, async (t) => {
    const match = await stored(program, 'domain');
    const expected = /status of 410/;
    const { page, done } = await open(t, browser, program.base, '/tournaments', { viewport, expected });
    await page.route('**/api/matches/*/replay', (route) =>
      route.fulfill({
        status: 410,
        contentType: 'application/problem+json',
        body: '{"detail":"replay not kept"}',
      }),
    );
    await page.goto(`${program.base}/matches/${match.id}`);
    await page.getByText('was not kept').waitFor();
    const scores = match.seats.map((s) => s.score).join(' : ');
    await page.locator('.hub').getByText(scores).waitFor();
    assert.equal(await page.locator('.error').count(), 0);
    await page.goto(`${program.base}/embed/${match.id}/board`);
    await page.getByText('No replay was kept.').waitFor();
    assert.equal(await page.locator('.error').count(), 0);
    done();
  });

  test(`${size}: a page that is not there names no request of the API`, async (t) => {
    const { page } = await open(t, browser, program.base, '/checks/nothing', {
      viewport,
      expected: /status of 404/,
    });
    await page.waitForSelector('.error');
    assert.doesNotMatch(await page.locator('main').textContent(), /GET|\/api\//);
  });

  test(`${size}: a person is offered a seat in the games that people can play`, async (t) => {
    for (const [game, offered] of Object.entries({ domain: 2, heropath: 0 })) {
      const { page, settled, done } = await open(t, browser, program.base, `/play?game=${game}`, {
        viewport,
      });
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await settled();
      assert.equal(await page.getByText('A person, here').count(), offered, game);
      done();
    }
  });

  test(`${size}: a match has a heading and prints without its buttons`, async (t) => {
    const match = await stored(program, 'domain');
    const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`, { viewport });
    await ends(page, match.turns);
    assert.equal(await page.locator('h1').count(), 1);
    await page.emulateMedia({ media: 'print' });
    await until(
      async () => (await page.locator('button:visible, .topbar:visible').count()) === 0,
      'no button is printed',
    );
    assert.equal(await page.locator('.board canvas').isVisible(), true);
    done();
  });
}

for (const [game, bounds, token] of [
  ['ctf', { w: 35, h: 20 }, 1.05], // of the largest map; the token with the ring of its health
  ['keeper', { w: 16.9, h: 14.1 }, 0.72],
])
  test(`desktop: the tokens of ${game} are 28 pixels wide, on a board of 620`, async (t) => {
    const match = await stored(program, game);
    const [[, viewport]] = sizes;
    const { page, done } = await open(t, browser, program.base, `/matches/${match.id}`, { viewport });
    await ends(page, match.turns);
    await page.locator('.hub .actions').waitFor();
    const { width, height } = await page.locator('.board canvas').boundingBox();
    assert.ok(height >= 620, `the board is ${height} high`);
    const margin = 12;
    const scale = Math.min((width - 2 * margin) / bounds.w, (height - 2 * margin) / bounds.h);
    assert.ok(token * scale >= 28, `a token is ${token * scale} wide`);
    done();
  });

test('desktop: with 20 bots the matrix is not cut', async (t) => {
  const random = Array.from({ length: 20 }, (_, i) => `builtin:domain/random?seed=${i + 1}`);
  const plan = {
    name: 'crowd',
    game: 'domain',
    bots: random,
    format: 'gauntlet',
    openings: 1,
    start: true,
    first_ms: 0,
    turn_ms: 0,
  };
  await program.ask('/api/tournaments', plan);
  await ended(program, 'crowd');
  const [[, viewport]] = sizes;
  const { page, settled, done } = await open(t, browser, program.base, '/tournaments/crowd', { viewport });
  await page.waitForSelector('.matrix td');
  await settled();
  assert.equal(await page.locator('.matrix tbody tr:first-child td').count(), random.length);
  const cut = await page
    .locator('.matrix')
    .evaluate((e) => e.parentElement.scrollWidth - e.parentElement.clientWidth);
  assert.ok(cut <= 1, `${cut} pixels of the matrix are cut`);
  assert.doesNotMatch(await page.locator('main').textContent(), /p = 0\.000|p-value/);
  done();
});

for (const [size, viewport] of sizes) {
  test(`${size}: no list is cut, with long names of bots and tournaments, and with faults`, async (t) => {
    const name = `a tournament with a name as long as bisects have, on a ${size}`;
    const bots = [
      `a-bot-that-crashes-with-a-long-name=sh -c 'read line; exit 3'`,
      `a-bot-that-talks-with-a-long-name=sh -c 'read line; echo nonsense; cat'`,
      'builtin:domain/greedy',
    ];
    const plan = { name, game: 'domain', bots, openings: 1, start: true, first_ms: 0, turn_ms: 0 };
    await program.ask('/api/tournaments', plan);
    await ended(program, name);
    const { matches } = await program.ask(
      `/api/matches?tournament=${encodeURIComponent(name)}&fault=any&limit=1`,
    );
    const bot = encodeURIComponent(matches[0].seats[0].bot);
    for (const path of [
      '/',
      '/bots',
      '/tournaments',
      '/matches?game=domain&fault=any',
      '/matches?game=domain&filter=fault!=none', // with the score of a seat
      `/search?q=${matches[0].id.slice(0, 6)}`,
      `/bots/domain/${bot}`,
      `/tournaments/${encodeURIComponent(name)}`,
      '/tournaments/sample-keeper',
    ]) {
      const { page, settled, done } = await open(t, browser, program.base, path, { viewport });
      await page.locator('.scroll.cards tbody tr').first().waitFor();
      await settled();
      const cut = await page
        .locator('.scroll.cards')
        .evaluateAll((all) =>
          all
            .filter((e) => e.scrollWidth > e.clientWidth + 1)
            .map((e) => `${e.getAttribute('aria-label')}: ${e.scrollWidth - e.clientWidth} pixels`),
        );
      assert.deepEqual(cut, [], path);
      done();
    }
  });
}

test('desktop: the controls of a comparison are in sight', async (t) => {
  const [[, viewport]] = sizes;
  const a = await stored(program, 'ctf');
  const { twin } = await program.ask(`/api/matches/${a.id}/neighbours`);
  const path = `/compare?a=${a.id}&b=${twin.id}`;
  const { page, settled, done } = await open(t, browser, program.base, path, { viewport });
  await page.locator('.answers pre').first().waitFor(); // what is below them has come, too
  await page.locator('.plot canvas').first().waitFor();
  await settled();
  const { y, height } = await page.locator('.comparison .bar').boundingBox();
  assert.ok(y + height <= viewport.height, `they end at ${y + height}`);
  done();
});
