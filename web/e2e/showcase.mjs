// Servers with data that show each kind of page in each of its states, for screenshots.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archive } from './archive.mjs';
import { ends, follow, shows } from './browser.mjs';
import { held } from './held.mjs';
import { until } from './patience.mjs';
import { arbiter, ended, games, ladder, repository, start, stored } from './program.mjs';

const unlimited = { first_ms: 0, turn_ms: 0 };

/**
 * Returns the scenes by name, each with its URL and, where a page has to be brought into its state, a function that does
 * so; it may return one that undoes what it did outside of the page. Call close at the end.
 */
export async function showcase() {
  const closing = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    const scenes = [...(await full(closing)), ...(await small(closing)), ...(await guarded(closing))];
    return { scenes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A server that plays and has played everything. */
async function full(closing) {
  const program = await start(games, {}, ['--concurrency', '12']); // five matches of ctf are held, and the others of a check
  closing.push(program.close);
  const { ask } = program;
  const scenes = [];
  const add = (name, path, prepare) => scenes.push({ name, url: program.base + path, prepare });

  const { bots } = await ask('/api/bots?game=domain&name=greedy');
  const fresh = await ask('/api/bots', { game: 'domain', bot: 'builtin:domain/random?seed=77' });
  const match = Object.fromEntries(
    await Promise.all(games.map(async (game) => [game, await stored(program, game)])),
  );
  const crowd = await crowded(program);
  const { matches: faulty } = await ask('/api/matches?tournament=crowd&fault=any&limit=1');
  const [broken] = faulty;
  const { faults } = await ask(`/api/matches/${broken.id}`);
  await checked(program);
  await ask('/api/leaderboards/seats', { game: 'domain', filter: 'seat=1' }, 'PUT');
  await ladder(program, 'evening');
  await ask('/api/ladders/morning', { game: 'keeper' }, 'PUT');
  const found = await searched(program, closing);
  const analysed = await analysis(program);
  const running = await runs(program, closing);
  const { twin } = await ask(`/api/matches/${match.ctf.id}/neighbours`);
  const hands = (game, bots) => human(program, game, bots);

  add('home', '/');
  for (const game of games) add(`game-${game}`, `/games/${game}`);
  add('game-filter-wrong', '/games/domain?filter=wals%3C9');
  add('rules', '/games/domain/rules');
  add('tournaments', '/tournaments');
  add('tournament', '/tournaments/sample-domain');
  add('tournament-filter-wrong', '/tournaments/sample-domain?filter=wals%3C9');
  add('tournament-solo', '/tournaments/sample-keeper');
  add('tournament-crowd', `/tournaments/${crowd}`);
  add('tournament-running', `/tournaments/${running.tournament}`, (page) =>
    page.locator('.boards iframe').first().waitFor(),
  );
  add('tournament-extend', '/tournaments/sample-ctf', async (page) => {
    await page.getByRole('button', { name: 'Extend tournament' }).click();
  });
  add('bots', '/bots');
  add('bot', `/bots/domain/${bots[0].id}`);
  add('bot-faulty', `/bots/domain/${encodeURIComponent(broken.seats[faults[0].seat].bot)}`);
  add('bot-fresh', `/bots/domain/${encodeURIComponent(fresh.id)}`);
  add('matches', '/matches');
  add('matches-faults', '/matches?game=domain&fault=any');
  for (const game of games) {
    const { id, turns } = match[game];
    add(`match-${game}`, `/matches/${id}#t=${Math.floor(turns / 2)}`, (page) => ends(page, turns));
  }
  add('match-power', await powerful(program, match.ctf));
  add('match-end', `/matches/${match.ctf.id}#t=${match.ctf.turns}`, (page) =>
    page.locator('.finale').waitFor(),
  );
  add('match-gear', `/matches/${match.ctf.id}#t=9`, (page) => page.locator('.gear summary').click());
  add('match-play-on', `/matches/${match.domain.id}#t=9`, (page) =>
    page.getByText('Play on from here').click(),
  );
  add('match-keys', `/matches/${match.domain.id}#t=9`, async (page) => {
    await shows(page, 9);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  });
  add('match-plots', `/matches/${match.keeper.id}#t=9`, async (page) => {
    await page.getByText('Plots', { exact: true }).click();
    await page.locator('.plot canvas').first().waitFor();
  });
  add('match-trial', `/matches/${match.domain.id}#t=0`, async (page) => {
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await page.getByText('Which answer is better here?').click();
  });
  add('match-analysed', `/matches/${analysed}#t=0`, async (page) => {
    await page.locator('.mistakes').waitFor();
    await page.keyboard.press('m');
    await page.getByText('better answer', { exact: true }).waitFor();
  });
  add('match-fault', `/matches/${broken.id}#t=${faults[0].turn}`, (page) => shows(page, faults[0].turn));
  add('match-live', `/matches/${running.match}`, (page) => page.locator('button.live').waitFor());
  add('compare', `/compare?a=${match.ctf.id}&b=${twin.id}`);
  add('compare-empty', '/compare');
  add('experiments', '/experiments');
  add('check', '/checks/ci');
  add('check-running', `/checks/${running.check}`);
  for (const [name, { tournament }] of Object.entries(found))
    add(name, `/tournaments/${encodeURIComponent(tournament)}`);
  add('ladders', '/ladders');
  add('ladder', '/ladders/evening');
  add('ladder-empty', '/ladders/morning');
  add('leaderboard', '/leaderboards/seats');
  add('leaderboard-edit', '/leaderboards/seats/edit');
  add('search', '/search?q=sample');
  add('search-nothing', '/search?q=nothing-is-called-so');
  add('workers-none', '/workers');
  add('open', '/open');
  add('play', '/play?game=domain');
  for (const [game, bots] of [
    ['ctf', ['builtin:ctf/greedy']],
    ['domain', ['builtin:domain/greedy']],
    ['flames', []],
    ['keeper', []],
  ])
    scenes.push({ name: `play-${game}`, url: async () => `${program.base}/play/${await hands(game, bots)}` });
  for (const form of ['tournament', 'check']) add(`new-${form}`, `/${form}s/new?game=domain`);
  add('new-tournament-wrong', '/tournaments/new?game=domain', async (page) => {
    const field = page.getByLabel('Bots: path or command');
    for (const bot of ['greedy', 'builtin:domain/random', 'nobody']) {
      await field.fill(bot);
      await field.press('Enter');
    }
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('.wrong').first().waitFor();
  });
  add('new-bot', '/bots/new?game=keeper');
  add('new-bot-built', '/bots/new?game=keeper', (page) =>
    uploads(page, 'echo compiled 3 files', 'Play its first match'),
  );
  add('new-bot-failed', '/bots/new?game=keeper', (page) =>
    uploads(page, 'echo "bot.c:7:3: error: expected a semicolon"; exit 2', 'expected a semicolon'),
  );
  add('not-found', '/checks/nothing');
  add('no-page', '/nowhere');
  return scenes;
}

/** A tournament of 20 bots, two of which fail in different ways. */
async function crowded(program) {
  const bots = Array.from({ length: 17 }, (_, i) => `builtin:domain/random?seed=${i + 1}`);
  bots.push('builtin:domain/greedy', `sh -c 'read line; echo nonsense; cat'`, `sh -c 'read line; exit 3'`);
  const plan = { name: 'crowd', game: 'domain', bots, openings: 1, start: true, ...unlimited };
  await program.ask('/api/tournaments', plan);
  await ended(program, plan.name);
  return plan.name;
}

async function checked(program) {
  const [candidate, baseline] = ['builtin:domain/random', 'builtin:domain/greedy'];
  await program.ask('/api/checks', { name: 'ci', game: 'domain', candidate, baseline, ...unlimited });
  await ended(program, 'ci');
}

/** A bisect and a history of the same bot. */
async function searched(program, closing) {
  const bots = repository(program);
  closing.push(async () => bots.close());
  return {
    bisect: await bots.run('bisect', 'keeper', '--good', 'HEAD~4'),
    'bisect-no-loss': await bots.run('bisect', 'keeper', '--good', 'HEAD~2'),
    history: await bots.run('history', 'keeper', 'HEAD~4..', '--band', '150'),
  };
}

/** Analyses a match of a bot that moves at random, longer and longer until a mistake is known, and returns its ID. */
async function analysis(program) {
  const { matches } = await program.ask('/api/matches?tournament=ci&limit=1');
  const [{ id }] = matches;
  const path = `/api/matches/${id}/analysis`;
  let budget_ms = 1000;
  await until(async () => {
    const { state, report } = await program.ask(path);
    if (state === 'queued' || state === 'running') return false;
    if (report?.costs.some((c) => c.sure !== 'unclear')) return true;
    await program.ask(path, { budget_ms });
    budget_ms *= 2;
    return false;
  }, `a mistake is found in ${id}`);
  return id;
}

/** A ladder, a check, a tournament and a match that are being played, and are held there. */
async function runs(program, closing) {
  const hold = (...args) => {
    const bot = held(...args);
    closing.push(async () => bot.remove());
    return bot;
  };
  const always = 1_000_000;
  const matches = (path, n) =>
    until(async () => (await program.ask(path)).matches >= n, `${path} has ${n} matches`);
  // It waits once anything else is to be played.
  await program.ask('/api/ladders/open', { game: 'domain', time_factor: 1000 }, 'PUT');
  for (const bot of ['builtin:domain/random', 'builtin:domain/greedy'])
    await program.ask('/api/ladders/open/entries', { bot });
  await matches('/api/ladders/open', 4);
  const slow = hold('ctf/greedy', 12);
  const bots = [`slow=${slow.bot}`, 'builtin:ctf/greedy', 'builtin:ctf/random'];
  await program.ask('/api/tournaments', {
    name: 'busy',
    game: 'ctf',
    bots,
    seeds: '1',
    start: true,
    ...unlimited,
  });
  await matches('/api/tournaments/busy', 2); // those of the others: the rest are held
  const single = {
    game: 'ctf',
    bots: [`slow=${hold('ctf/greedy', 20).bot}`, 'builtin:ctf/greedy'],
    seed: '5',
    ...unlimited,
  };
  const { id } = await program.ask('/api/matches', single);
  const check = hold('domain/greedy', always);
  await program.ask('/api/checks', {
    ...{ name: 'nightly', game: 'domain', candidate: `new=${check.bot}`, baseline: 'builtin:domain/greedy' },
    ...{ elo0: -1, elo1: 0, same_play: 0, max_games: 4000, seeds: '1..2000' },
    ...unlimited,
  });
  await matches('/api/tournaments/nightly', 60);
  check.allow(0);
  return { check: 'nightly', ladder: 'open', tournament: 'busy', match: id };
}

/** A turn of a match of ctf in which a minion uses a power. */
async function powerful(program, { id }) {
  const text = await (await fetch(`${program.base}/api/matches/${id}/replay`)).text();
  for (const line of text
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l)))
    if (line.view?.events?.some((e) => e.type === 'fire' || e.type === 'freeze'))
      return `/matches/${id}#t=${line.turn}`;
  throw new Error(`no power was used in match ${id}`);
}

/** A match that waits for the person who plays a seat of it. */
async function human(program, game, bots) {
  const { id } = await program.ask('/api/hands', { game, bots, seed: '3', ...unlimited });
  await program.ask(`/api/hands/${id}?beyond=0`);
  return id;
}

async function uploads(page, build, said) {
  const ends = [];
  const file = archive({ after: (end) => ends.push(end) }, build);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload and run' }).click();
  await page.getByText(said).first().waitFor();
  return async () => {
    for (const end of ends) end();
  };
}

/** A server whose replays are deleted, with a worker of its own, that goes away. */
async function small(closing) {
  const port = await freePort();
  const token = await tokenFile(closing);
  const flags = ['--workers', `127.0.0.1:${port}`, '--queue-token-file', token];
  const program = await start(['domain', 'keeper'], {}, flags);
  closing.push(program.close);
  const worker = spawn(
    arbiter,
    ['work', `nats://127.0.0.1:${port}`, '--queue-token-file', token, '--name', 'desk'],
    {
      stdio: 'ignore',
    },
  );
  closing.push(async () => {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  });
  await until(async () => (await program.ask('/api/workers')).workers?.length > 0, 'the worker is known');
  const { bots } = await program.ask('/api/bots?game=domain&name=greedy');
  const match = await stored(program, 'domain');
  execFileSync(arbiter, [
    'db',
    'prune',
    '--db',
    program.db,
    '--last',
    '0',
    '--no-faults',
    '--no-upsets',
    '--yes',
  ]);
  const empty = await start([]);
  closing.push(empty.close);
  const down = async (page) => {
    await empty.kill();
    await follow(page, '/matches');
    await page.getByText('Server unreachable.').waitFor();
    return empty.restart;
  };
  return [
    { name: 'home-empty', url: `${empty.base}/` },
    { name: 'tournaments-empty', url: `${empty.base}/tournaments` },
    { name: 'ladders-empty', url: `${empty.base}/ladders` },
    { name: 'home-pruned', url: `${program.base}/` },
    { name: 'match-pruned', url: `${program.base}/matches/${match.id}` },
    { name: 'bot-pruned', url: `${program.base}/bots/domain/${bots[0].id}` },
    { name: 'workers', url: `${program.base}/workers` },
    { name: 'outage', url: `${empty.base}/tournaments`, prepare: down },
  ];
}

/** A server that asks for a token. */
async function guarded(closing) {
  const program = await start(['domain'], { read: 'reader' });
  closing.push(program.close);
  const give = async (page) => {
    await page.getByLabel('Token').fill('reader');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('scope: read').waitFor();
  };
  return [
    { name: 'token', url: `${program.base}/tournaments` },
    { name: 'token-scope', url: `${program.base}/play?game=domain`, prepare: give },
  ];
}

/** A new secret in a file that only its owner reads. */
async function tokenFile(closing) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  closing.push(async () => rmSync(dir, { recursive: true }));
  const file = join(dir, 'queue.token');
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return file;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
