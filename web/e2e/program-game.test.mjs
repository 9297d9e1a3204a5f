// A match whose referee is a program of its own, as the pages show it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ends, launch, open, shows } from './browser.mjs';
import { arbiter, played, start } from './program.mjs';

// Asks seat 0 twice, says a remark about it, and counts with metadata.
const referee = `
say() { name=$1; shift; echo "[[$name] $#]"; for line; do echo "$line"; done; }
skip() { read -r head; n=\${head##* }; for i in $(seq \${n%]}); do read -r line; done; }
skip; skip
say VIEW 'KEY_FRAME 0' '{}'; say SUMMARY; say NEXT_PLAYER_INPUT 'how many'; say NEXT_PLAYER_INFO 0 1 1000
skip; skip
say VIEW 'KEY_FRAME 1' '{}'; say SUMMARY '$0 ¤RED¤took§RED§ three'; say TOOLTIP 'Too many!' 0
say NEXT_PLAYER_INPUT 'and now'; say NEXT_PLAYER_INFO 0 1 1000
skip; skip
say VIEW 'KEY_FRAME 2' '{}'; say SUMMARY 'nothing is left'; say METADATA '{"left": "12.5"}'; say SCORES '0 3' '1 -1'
`;

let dir;
let program;
let browser;

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'arbiter-game-'));
  const [folder, games] = [join(dir, 'take'), join(dir, 'games')];
  mkdirSync(folder);
  writeFileSync(join(folder, 'game.toml'), 'name = "take"\ntitle = "Take some"\nrun = "bash referee.sh"\n');
  writeFileSync(join(folder, 'referee.sh'), referee);
  execFileSync(arbiter, ['game', 'add', folder, '--game-dir', games], { stdio: 'pipe' });
  program = await start([], {}, ['--game-dir', games]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
  rmSync(dir, { recursive: true });
});

test('a match of a program shows what its referee says, its remarks on the timeline and what it counts', async (t) => {
  const bots = ["sh -c 'while read a; do echo thinking >&2; echo 3; done'", "sh -c 'read a'"];
  const asked = await program.ask('/api/matches', { game: 'take', bots, first_ms: 0, turn_ms: 0 });
  const match = await played(program, asked.id);
  assert.equal(match.turns, 2);
  const { page, done } = await open(t, browser, program.base, `/matches/${asked.id}#t=0`);
  await ends(page, 2);
  await page.keyboard.press('ArrowRight');
  await shows(page, 1);
  const events = page.locator('.events li');
  const name = await page.locator('.exchange h2').first().innerText();
  const who = name.replace(/^0\s*/, '').trim();
  assert.deepEqual(await events.allInnerTexts(), [`${who} took three`, 'Too many!']);
  assert.match(await page.locator('.exchange.seat-0').innerText(), /how many[\s\S]*3[\s\S]*thinking/);
  assert.equal(await page.locator('.pin.other.seat-0').getAttribute('data-tip'), 'turn 1: Too many!');
  await page.keyboard.press('End');
  await ends(page, 2);
  assert.deepEqual(await events.allInnerTexts(), ['nothing is left']);
  await page.getByText('3 : −1').first().waitFor();
  // Its matches cannot be copied in the middle.
  assert.equal(
    await page.getByText(/^(Play on from here|Analyse|Which answer is better here\?)$/).count(),
    0,
  );
  done();
});
