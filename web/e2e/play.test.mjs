// A person plays a seat in the browser: some turns of each game by mouse and keys, and a whole match of domain.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, violations } from './browser.mjs';
import { PATIENCE, until } from './patience.mjs';
import { played, start } from './program.mjs';
import { sizes } from './sizes.mjs';

let program;
let browser;

before(async () => {
  program = await start([]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

// Bots without time limits: a loaded machine must not decide a match.
const begin = (game, more = {}) =>
  program.ask('/api/hands', { game, seed: '3', first_ms: 0, turn_ms: 0, ...more });

const state = (id) => program.ask(`/api/hands/${id}`);

/** Waits for the page of a match that is played, and returns its id. The page adds the turn to its URL as a hash. */
async function playing(page) {
  await page.waitForURL((url) => /^\/play\/[0-9a-f]{20}$/.test(url.pathname));
  return new URL(page.url()).pathname.split('/').at(-1);
}

/** Waits until the page is ready for an answer in a turn after the given one, or until the end of the match. */
async function asked(page, id, beyond = 0) {
  const human = await until(async () => {
    const now = await program.ask(`/api/hands/${id}?beyond=${beyond}`);
    return now.stage !== 'waiting' && (now.stage !== 'asked' || now.turn > beyond) && now;
  }, `match ${id} goes beyond turn ${beyond}`);
  if (human.stage !== 'asked') return human;
  await page.waitForFunction(
    (turn) =>
      document.querySelector('.turn b')?.textContent === String(turn) &&
      document.querySelector('.question[aria-busy=false] .answers') &&
      document.querySelector('.panel .keys'),
    human.turn - 1,
  );
  return human;
}

/** Waits until the layout of the board is stable: the last key may have added buttons. */
async function placed(page) {
  let before = null;
  return until(async () => {
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
    const box = await page.locator('canvas').first().boundingBox();
    if (JSON.stringify(box) === before) return box;
    before = JSON.stringify(box);
    return null;
  }, 'the layout of the board is stable');
}

/** Clicks a point of the board, in its own units: bounds is what the board shows of the world. */
async function click(page, bounds, x, y) {
  const box = await placed(page);
  const margin = 12;
  const scale = Math.min((box.width - 2 * margin) / bounds.w, (box.height - 2 * margin) / bounds.h);
  await page.mouse.click(
    box.x + box.width / 2 + (x - bounds.x - bounds.w / 2) * scale,
    box.y + box.height / 2 + (y - bounds.y - bounds.h / 2) * scale,
  );
}

const [, [, phone]] = sizes;
const steps = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];

const DOMAIN = { x: -0.6, y: -0.6, w: 8.2, h: 8.2 };
const beside = { U: [0, -0.4], D: [0, 0.4], L: [-0.4, 0], R: [0.4, 0] };

test('domain: a whole match with the mouse, from the form to the replay', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/play?game=domain');
  const seats = [0, 1].map((i) => page.getByRole('group', { name: `Seat ${i}` }));
  await seats[0].getByText('A person, here').click();
  await seats[1].getByText('Wait', { exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const id = await playing(page);
  let human = await asked(page, id);
  const own = page.locator('div.seats .seat', { hasText: 'human' });
  assert.doesNotMatch(await own.textContent(), /opponent's turn/, 'it is the turn of the person');
  while (human.stage === 'asked') {
    const { cell, sides } = human.choices.domain.targets.at(-1);
    await click(page, DOMAIN, cell[0] + 0.5, cell[1] + 0.5);
    await page.getByText(`Choose the side of ${cell.join(' ')}`).waitFor();
    const [dx, dy] = beside[sides[0]];
    await click(page, DOMAIN, cell[0] + 0.5 + dx, cell[1] + 0.5 + dy);
    human = await asked(page, id, human.turn);
  }
  assert.equal(human.stage, 'over');
  await page.getByText(/^(You win|You lose|Draw),/).waitFor();
  await page.getByRole('link', { name: 'Open the replay' }).click();
  await page.waitForURL((url) => url.pathname === `/matches/${id}`);
  await page.waitForFunction(
    (n) => document.querySelector('.turn')?.textContent.endsWith(`/ ${n}`),
    (await program.ask(`/api/matches/${id}`)).turns,
  );
  const ratings = await program.ask('/api/ratings/domain');
  assert.equal(ratings.matches, 0, 'a match with a human seat counts in no table');
  await page.goto(`${program.base}/matches`);
  await page.locator('ol.seats', { hasText: 'human' }).first().waitFor();
  assert.doesNotMatch(await page.locator('main').textContent(), /human@/);
  done();
});

test('a person plays on from a turn of a match, and compares the two with one click', async (t) => {
  const bots = ['builtin:domain/greedy', 'builtin:domain/wait'];
  const parent = await program.ask('/api/matches', { game: 'domain', bots, first_ms: 0, turn_ms: 0 });
  await played(program, parent.id);
  const { page, done } = await open(t, browser, program.base, `/matches/${parent.id}#t=1`);
  await page.getByText('play on from here').click();
  await page.getByRole('button', { name: 'as seat 1' }).click();
  const id = await playing(page);
  let human = await asked(page, id);
  assert.equal(human.turn, 2, 'turn 1 is as recorded');
  await page.getByText('as recorded up to turn 1').waitFor();
  await page.getByText('Type an answer').click();
  while (human.stage === 'asked') {
    const { cell, sides } = human.choices.domain.targets[0];
    await page.getByRole('textbox', { name: 'your answer' }).fill(`${cell.join(' ')} ${sides.at(-1)}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    human = await asked(page, id, human.turn);
  }
  assert.equal(human.stage, 'over');
  await page.getByRole('link', { name: 'Open the replay' }).click();
  await page.locator('.hub').getByRole('link', { name: 'compare with it' }).click();
  await page.waitForURL((url) => url.search === `?a=${parent.id}&b=${id}`);
  await page.getByRole('button', { name: 'first difference: turn 2' }).waitFor();
  done();
});

test('domain: keys select, undo and build', async (t) => {
  const { id } = await begin('domain', { seat: 1, bots: ['builtin:domain/wait'] });
  const { page, done } = await open(t, browser, program.base, `/play/${id}`);
  const { turn } = await asked(page, id);
  for (const key of ['ArrowLeft', 'Enter', 'Escape', 'ArrowUp', 'Enter', 'ArrowUp'])
    await page.keyboard.press(key);
  await asked(page, id, turn);
  const { seats } = await frame(id, turn);
  assert.deepEqual(seats[1].answer, ['5 5 U']);
  done();
});

test('keeper: arrows step, a weapon attacks, and a refusal is explained', async (t) => {
  const { id } = await begin('keeper');
  const { page, done } = await open(t, browser, program.base, `/play/${id}`, { expected: /status of 422/ });
  let human = await asked(page, id);
  await page.keyboard.press('3');
  await page.getByText('Choose a cell for the bow.').waitFor();
  const { cell } = human.choices.keeper.weapons[3].targets[0];
  await click(page, { x: -0.7, y: -1.9, w: 16.9, h: 14.1 }, cell[0] + 0.5, cell[1] + 0.5);
  human = await asked(page, id, human.turn);
  assert.deepEqual((await frame(id, 1)).seats[0].answer, [`ATTACK 3 ${cell.join(' ')}`]);
  await page.getByText('Type an answer').click();
  await page.getByRole('textbox', { name: 'your answer' }).fill('DANCE');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('unknown command "DANCE"').waitFor();
  assert.equal((await state(id)).turn, human.turn, 'a wrong answer costs no turn');
  await page.setViewportSize(phone);
  const step = page.getByLabel('arrow keys').locator('button:enabled');
  const to = plus(human.choices.keeper.at, steps[await step.first().getAttribute('aria-label')]);
  await step.first().click();
  human = await asked(page, id, human.turn);
  assert.deepEqual((await frame(id, human.turn - 1)).seats[0].answer, [`MOVE ${to.join(' ')}`]);
  const { at } = human.choices.keeper;
  await page.getByLabel('arrow keys').getByRole('button', { name: 'wait' }).click();
  human = await asked(page, id, human.turn);
  assert.deepEqual((await frame(id, human.turn - 1)).seats[0].answer, [`MOVE ${at.join(' ')}`]);
  await page.getByText('Bot input').click();
  const input = page.locator('details', { hasText: 'Bot input' }).locator('pre');
  await input.getByText(human.input.split('\n')[0]).waitFor();
  done();
});

test('ctf: orders are collected, undone and sent', async (t) => {
  const { id } = await begin('ctf', { bots: ['builtin:ctf/wait'] });
  const { page, done } = await open(t, browser, program.base, `/play/${id}`);
  const { choices } = await asked(page, id);
  const { minions } = choices.ctf;
  await page.keyboard.press('w');
  await page.keyboard.press('Backspace');
  const [x, y] = minions[0].moves[0];
  const { scene } = await line(id, (found) => found.scene !== undefined);
  await click(page, { x: 0, y: 0, w: scene.width, h: scene.height }, x + 0.5, y + 0.5);
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'send' }).click();
  await asked(page, id, 1);
  assert.deepEqual((await frame(id, 1)).seats[0].answer, [`MOVE 0 ${y} ${x} | WAIT 1`]);

  // On a phone the board opens with twelve cells across around the chosen minion, and has the arrow keys below it.
  await page.setViewportSize(phone);
  await page.reload();
  const human = await asked(page, id, 1);
  const box = await placed(page);
  const scale = phone.width / 12;
  const seen = { w: 12, h: box.height / scale };
  const [one, two] = human.choices.ctf.minions;
  const within = (at, size, part) => {
    const rim = 12 / scale; // a margin around the board
    return Math.min(Math.max(at + 0.5, part / 2 - rim), size + rim - part / 2);
  };
  const middle = [within(one.at[0], scene.width, seen.w), within(one.at[1], scene.height, seen.h)];
  const [mx, my] = one.moves[0];
  await page.mouse.click(
    box.x + box.width / 2 + (mx + 0.5 - middle[0]) * scale,
    box.y + box.height / 2 + (my + 0.5 - middle[1]) * scale,
  );
  await page.getByText(`MOVE ${one.id} ${my} ${mx}`).waitFor();
  await page.waitForSelector(`button[aria-pressed=true] >> text=minion ${two.id}`);
  const step = page.getByLabel('arrow keys').locator('button:enabled');
  const [px, py] = plus(two.at, steps[await step.first().getAttribute('aria-label')]);
  await step.first().click();
  await page.getByRole('button', { name: 'send the orders' }).click();
  await asked(page, id, 2);
  const both = `MOVE ${one.id} ${my} ${mx} | MOVE ${two.id} ${py} ${px}`;
  assert.deepEqual((await frame(id, 2)).seats[0].answer, [both]);
  const order = await page.evaluate(() =>
    ['.board', '.question', '.bar', 'div.seats'].map((one) => document.querySelector(one).offsetTop),
  );
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
    'board, answer, controls and seats',
  );
  done();
});

test('flames: a single action, and several collected with a preview', async (t) => {
  const { id } = await begin('flames');
  const { page, done } = await open(t, browser, program.base, `/play/${id}`);
  await asked(page, id);
  await page.keyboard.press('ArrowLeft');
  await asked(page, id, 1);
  for (const key of ['c', 'ArrowUp', 'Shift+ArrowUp', 'p', 'Backspace']) {
    await page.keyboard.press(key);
    await page.waitForSelector('.question[aria-busy=false]'); // the choices after it come from the server
  }
  await page.getByText('MOVE N; JUMP N: then 37 HP, 6 AP, 1 jump.').waitFor();
  await page.keyboard.press('Enter');
  await asked(page, id, 2);
  assert.deepEqual((await frame(id, 1)).seats[0].answer, ['MOVE W']);
  assert.deepEqual((await frame(id, 2)).seats[0].answer, ['MOVE N;JUMP N']);
  done();
});

test('giving up ends the match, and the page shows it', async (t) => {
  const { id } = await begin('flames');
  const { page, done } = await open(t, browser, program.base, `/play/${id}`);
  await asked(page, id);
  await page.getByRole('button', { name: 'Give up' }).click(); // which asks
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByText('The match has no result: you gave up.').waitFor();
  assert.equal(await page.getByText('played again').count(), 0);
  done();
});

test('no playable board has a serious violation, light or dark', async (t) => {
  for (const [game, bots] of [
    ['ctf', ['builtin:ctf/wait']],
    ['domain', ['builtin:domain/wait']],
    ['flames'],
    ['keeper'],
  ]) {
    const { id } = await begin(game, { bots });
    const { page, done } = await open(t, browser, program.base, `/play/${id}`, { bypassCSP: true });
    await asked(page, id);
    assert.deepEqual(await violations(page), [], game);
    done();
    await page.close();
  }
});

/** The first line of the running match that satisfies a predicate, as spectators receive it. */
async function line(id, is) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await watched(id, is);
    } catch (error) {
      if (attempt === 5) throw error; // on a busy machine a watcher may be dropped
    }
  }
}

async function watched(id, is) {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE)]);
  const init = { headers: { Accept: 'text/event-stream' }, signal };
  const { body } = await fetch(`${program.base}/api/live/${id}`, init);
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (const [, data] of text.matchAll(/^data: (.*)\n/gm)) {
      const found = JSON.parse(data);
      if (!is(found)) continue;
      stop.abort();
      return found;
    }
  }
  throw new Error(`match ${id} ended before`);
}

const frame = (id, turn) => line(id, (found) => found.turn === turn);
