// A match in the viewer that a published game has of its own, which is a stranger's program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ends, launch, open, shows } from './browser.mjs';
import { until } from './patience.mjs';
import { arbiter, played, start } from './program.mjs';

// Asks each of two seats once in a turn of the game, and shows two turns.
const referee = `
say() { name=$1; shift; echo "[[$name] $#]"; for line; do echo "$line"; done; }
skip() { read -r head; n=\${head##* }; for i in $(seq \${n%]}); do read -r line; done; }
skip; skip
say VIEW 'KEY_FRAME 0' 'dawn'; say SUMMARY; say NEXT_PLAYER_INPUT 'x'; say NEXT_PLAYER_INFO 0 1 1000
skip; skip
say VIEW 'INTERMEDIATE_FRAME 1'; say NEXT_PLAYER_INPUT 'x'; say NEXT_PLAYER_INFO 1 1 1000
skip; skip
say VIEW 'KEY_FRAME 2' 'dusk'; say SUMMARY 'night falls'; say METADATA '{}'; say SCORES '0 3' '1 1'
`;

// Speaks the interface of the official viewer, and tries what it may not.
const viewer = `
window['cg-player'] = {
  default(options) {
    const listeners = {}
    let frames, moved
    const out = document.createElement('pre')
    const tries = { own: () => fetch('./assets.js'), api: () => fetch('/api/games'), else: () => fetch('http://localhost:1/'),
      page: async () => parent.document.title, cookie: async () => document.cookie }
    return {
      createIframe: (at) => at.append(out),
      setOptions: () => {},
      on: (type, f) => void (listeners[type] = f),
      subscribe: (f) => void (moved = f),
      sendFrames: async (match) => {
        frames = match.frames.filter((frame) => frame.keyframe)
        const got = await Promise.all(Object.entries(tries).map(([name, f]) => f().then(() => name + ' yes', () => name + ' no')))
        out.dataset.tries = got.join(', ')
        out.dataset.libraries = JSON.stringify(options.libraries)
        out.dataset.answers = match.frames.map((frame) => frame.agentId + ':' + frame.stdout).join(' ')
        out.onclick = () => moved(0, 1, false)
        listeners.parsedGameInfo({})
      },
      setFrame: (n, progress) => void (out.textContent = frames[n].view.split('\\n')[1] + ' ' + progress)
    }
  }
}
`;

let dir;
let program;
let browser;

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'arbiter-game-'));
  const games = join(dir, 'games');
  for (const [name, more] of [
    ['day', ''],
    ['bare', 'frames = "none"\n'],
    ['broken', ''],
  ]) {
    const folder = join(dir, name);
    mkdirSync(join(folder, 'view/lib'), { recursive: true });
    writeFileSync(join(folder, 'game.toml'), `name = "${name}"\nrun = "bash referee.sh"\n${more}`);
    writeFileSync(join(folder, 'referee.sh'), referee);
    writeFileSync(join(folder, 'view/player.js'), name === 'broken' ? "import './none.js'\n" : viewer);
    writeFileSync(join(folder, 'view/config.js'), '');
    writeFileSync(join(folder, 'view/lib/pixi6.js'), '');
    execFileSync(arbiter, ['game', 'add', folder, '--game-dir', games], { stdio: 'pipe' });
  }
  program = await start([], {}, ['--game-dir', games]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
  rmSync(dir, { recursive: true });
});

/** Plays a match of a game and opens its page. */
async function match(t, game, expected) {
  const bots = ["sh -c 'read a; echo 3'", "sh -c 'read a; echo 4'"];
  const { id } = await program.ask('/api/matches', { game, bots, first_ms: 0, turn_ms: 0 });
  await played(program, id);
  const { page, done } = await open(t, browser, program.base, `/matches/${id}#t=2`, { expected });
  await ends(page, 2);
  return { page, done };
}

test('the viewer of a game shows its match as our controls say, and reaches nothing but its files', async (t) => {
  const { page, done } = await match(
    t,
    'day',
    /Content Security Policy|Failed to load|Fetch API|Blocked a frame|CORS policy/,
  );
  await page.locator('iframe[data-shown=true]').waitFor();
  const shown = page.frameLocator('iframe').locator('pre');
  const says = (text) => until(async () => (await shown.innerText()) === text, `the viewer shows ${text}`);
  await says('dusk 100');
  assert.equal(
    await shown.getAttribute('data-tries'),
    'own yes, api no, else no, page no, cookie no',
    'what the viewer reaches',
  );
  assert.equal(await shown.getAttribute('data-libraries'), '{"PIXI6":"./lib/pixi6.js"}');
  assert.equal(await shown.getAttribute('data-answers'), '0:3 1:4 undefined:undefined');
  await page.keyboard.press('ArrowLeft');
  await says('dawn 100'); // the turn of the first seat has no key frame
  await page.keyboard.press('End');
  await says('dusk 100');
  await shown.click(); // by its own controls
  await shows(page, 0);
  await page.keyboard.press('ArrowRight'); // the keys stay ours
  await shows(page, 1);
  assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-scripts');
  done();
});

test('a record without frames is shown on the board, and says why', async (t) => {
  const { page, done } = await match(t, 'bare');
  await page.getByText("The record lacks frames that the game's viewer needs.").waitFor();
  assert.equal(await page.locator('iframe').count(), 0);
  await page.locator('.board canvas').waitFor();
  done();
});

test('the board shows a match until the viewer does, and the page says that it has not', async (t) => {
  const { page, done } = await match(t, 'broken', /404/);
  await page.getByText('The viewer of the game has not started; a file of it may be missing.').waitFor();
  await page.locator('.board canvas').waitFor();
  assert.equal(await page.locator('iframe').getAttribute('data-shown'), 'false');
  done();
});
