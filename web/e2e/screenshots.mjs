// Takes every kind of page on a desktop and on a phone, light and dark, to be looked at:
// node e2e/screenshots.mjs DIR [PATH-PREFIX]. A folder of the system's for temporary files is the default.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { ended, games, start, stored } from './program.mjs';
import { sizes } from './sizes.mjs';

const dir = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'arbiter-screenshots-'));
const prefix = process.argv[3] ?? '/';
const themes = ['light', 'dark'];

const program = await start();
const browser = await launch();
try {
  mkdirSync(dir, { recursive: true });
  for (const [name, path] of await pages()) {
    if (!path.startsWith(prefix)) continue;
    for (const [size, viewport] of sizes)
      for (const colorScheme of themes)
        await take(`${name}-${size}-${colorScheme}`, path, viewport, colorScheme);
  }
  console.log(dir);
} finally {
  await browser.close();
  await program.close();
}

/** The pages by name. */
async function pages() {
  const check = {
    name: 'ci',
    game: 'domain',
    candidate: 'builtin:domain/random',
    baseline: 'builtin:domain/greedy',
  };
  await program.ask('/api/checks', { ...check, first_ms: 0, turn_ms: 0 });
  await ended(program, 'ci');
  await program.ask('/api/leaderboards/seats', { game: 'domain', filter: 'seat=1' }, 'PUT');
  const matches = await Promise.all(games.map((game) => stored(program, game)));
  const { bots } = await program.ask('/api/bots?game=domain&name=greedy');
  const twin = (await program.ask(`/api/matches/${matches[0].id}/neighbours`)).twin;
  return [
    ['home', '/'],
    ['games', '/games'],
    ['game', '/games/domain'],
    ['rules', '/games/domain/rules'],
    ['tournaments', '/tournaments'],
    ['tournament', '/tournaments/sample-domain'],
    ['tournament-solo', '/tournaments/sample-keeper'],
    ['bots', '/bots'],
    ['bot', `/bots/domain/${bots[0].id}`],
    ['matches', '/matches'],
    ...games.map((game, i) => [
      `match-${game}`,
      `/matches/${matches[i].id}#t=${Math.floor(matches[i].turns / 2)}`,
    ]),
    ['compare', `/compare?a=${matches[0].id}&b=${twin?.id ?? matches[0].id}`],
    ['checks', '/checks'],
    ['check', '/checks/ci'],
    ['leaderboard', '/leaderboards/seats'],
    ['search', '/search?q=sample'],
    ['workers', '/workers'],
    ['open', '/open'],
    ['play', '/play?game=domain'],
    ['new-match', '/matches/new?game=domain'],
    ['new-tournament', '/tournaments/new?game=domain'],
    ['new-bot', '/bots/new?game=domain'],
    ['new-check', '/checks/new?game=domain'],
    ['not-found', '/checks/nothing'],
  ];
}

/** Takes a page once it has what it asked for. */
async function take(name, path, viewport, colorScheme) {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(program.base + path);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('.waiting'));
  await page.screenshot({ path: join(dir, `${name}.png`) });
  await page.close();
}
