// Takes the pictures of the documents: node e2e/pictures.mjs DIR
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, still } from './browser.mjs';
import { ended, games, start, stored } from './program.mjs';

const dir = process.argv[2] ?? '../docs/images';
const size = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

// A turn of each game in which something happens.
const turns = { ctf: 0.4, domain: 0.6, flames: 0.5, heropath: 0.3, keeper: 0.5 };

const program = await start();
const browser = await launch();
try {
  mkdirSync(dir, { recursive: true });
  await playMore();
  for (const game of games) {
    const match = await stored(program, game);
    await take(game, `/matches/${match.id}#t=${Math.round(turns[game] * match.turns)}`);
  }
  const { id } = await stored(program, 'domain');
  await take('dark', `/matches/${id}#t=12`, 'dark');
  await take('home', '/');
  await take('game', '/games/domain');
  await take('tournament', '/tournaments/friday');
  await take('check', '/checks/ci');
  const { bots } = await program.ask('/api/bots?game=domain&name=greedy');
  await take('bot', `/bots/domain/${bots[0].id}`);
  await takeHand('play');
  await take('phone', `/matches/${id}#t=12`, 'light', phone);
} finally {
  await browser.close();
  await program.close();
}

/** Plays a tournament worth showing, and a check. */
async function playMore() {
  const bots = ['wait', 'random', 'greedy', 'boss?nodes=50', 'boss?nodes=2000'].map(
    (b) => `builtin:domain/${b}`,
  );
  const plan = { name: 'friday', game: 'domain', bots, openings: 12, start: true };
  await program.ask('/api/tournaments', plan);
  const check = { name: 'ci', game: 'domain', candidate: bots[3], baseline: bots[2], seeds: '1..1000' };
  await program.ask('/api/checks', { ...check, max_games: 400, elo0: -5, elo1: 50 });
  for (const name of ['friday', 'ci']) await ended(program, name);
}

/** Takes a picture of a page that is complete. */
async function take(name, path, colorScheme = 'light', viewport = size) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(program.base + path);
  await page.waitForLoadState('networkidle');
  writeFileSync(join(dir, `${name}.png`), await still(page));
  await page.close();
  console.log(`${name}.png`);
}

/** Takes a match of domain in which the reader has a seat and has just chosen a cell. */
async function takeHand(name) {
  const bots = ['builtin:domain/boss?nodes=2000'];
  let human = await program.ask('/api/hands', { game: 'domain', bots, first_ms: 0, turn_ms: 0 });
  const next = async () => {
    human = await program.ask(`/api/hands/${human.id}?beyond=${human.turn}`);
  };
  await next();
  for (let i = 0; i < 4; i++) {
    const { targets } = human.choices.domain;
    const { cell, sides } = targets[Math.floor(targets.length / 2)];
    await program.ask(`/api/hands/${human.id}/answer`, {
      turn: human.turn,
      line: `${cell.join(' ')} ${sides.at(-1)}`,
    });
    await next();
  }
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(`${program.base}/play/${human.id}`);
  await page.locator('.question[aria-busy=false] .answers').waitFor();
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
  writeFileSync(join(dir, `${name}.png`), await still(page));
  await page.close();
  console.log(`${name}.png`);
}
