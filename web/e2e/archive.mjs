// Archives of bots as people upload them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An archive of the bot "sent", which answers wait, with a build that is a line of the shell. */
export function archive(t, build) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const toml = `name = "sent"\nbuild = ["sh", "-c", '${build}']\nrun = "sh bot.sh"\n`;
  writeFileSync(join(dir, 'bot.toml'), toml);
  writeFileSync(join(dir, 'bot.sh'), 'while read line; do echo wait; done\n');
  execFileSync('tar', ['-czf', 'bot.tar.gz', 'bot.toml', 'bot.sh'], { cwd: dir });
  return join(dir, 'bot.tar.gz');
}
