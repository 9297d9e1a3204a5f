// Takes the pictures of the documents: node e2e/pictures.mjs DIR
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { games, start, stored } from './program.mjs';

const dir = process.argv[2] ?? '../docs/images';
const size = { width: 1280, height: 800 };

// A turn of each game in which something happens.
const turns = { ctf: 0.4, domain: 0.6, flames: 0.5, heropath: 0.3, keeper: 0.5 };

const program = await start();
const browser = await launch();
try {
  mkdirSync(dir, { recursive: true });
  for (const game of games) {
    const match = await stored(program, game);
    await take(game, `/matches/${match.id}#t=${Math.round(turns[game] * match.turns)}`);
  }
  const { id } = await stored(program, 'domain');
  await take('dark', `/matches/${id}#t=12`, 'dark');
  await takeHand('play');
  await take('home', '/');
  await take('open', '/open');
} finally {
  await browser.close();
  await program.close();
}

/** Takes a page as it is when all of it has come. */
async function take(name, path, colorScheme = 'light') {
  const page = await browser.newPage({ viewport: size, colorScheme });
  await page.goto(program.base + path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500); // boards and plots are drawn
  await page.screenshot({ path: join(dir, `${name}.png`) });
  await page.close();
  console.log(`${name}.png`);
}

/** Takes a match of domain in which the reader has a seat and has just chosen a cell. */
async function takeHand(name) {
  const bots = ['builtin:domain/boss?nodes=2000'];
  let hand = await program.ask('/api/hands', { game: 'domain', bots, first_ms: 0, turn_ms: 0 });
  const next = async () => {
    hand = await program.ask(`/api/hands/${hand.id}?beyond=${hand.turn}`);
  };
  await next();
  for (let i = 0; i < 4; i++) {
    const { targets } = hand.choices.domain;
    const { cell, sides } = targets[Math.floor(targets.length / 2)];
    await program.ask(`/api/hands/${hand.id}/answer`, {
      turn: hand.turn,
      line: `${cell.join(' ')} ${sides.at(-1)}`,
    });
    await next();
  }
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(`${program.base}/play/${hand.id}`);
  await page.locator('.question[aria-busy=false] .answers').waitFor();
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(dir, `${name}.png`) });
  await page.close();
  console.log(`${name}.png`);
}
