// Bots that can be held in the middle of a match, so that a page sees it running however late the page opens.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arbiter } from './program.mjs';

/**
 * A builtin bot that answers so many turns of a match and then waits until it is allowed more, or its folder is removed.
 * Before each answer it sleeps for a number of seconds.
 *
 * Its box shows the folders of the files that its words name, and what is in quotes is one word. The files are part of
 * the bot, which must not change: so it names one, and reads how far it may go from another one beside it.
 */
export function held(name, turns, pause = 0) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  const sign = join(dir, 'sign');
  writeFileSync(sign, 'turns');
  const allow = (n) => writeFileSync(join(dir, 'turns'), `${n}\n`);
  allow(turns);
  // By what is built into the shell: on a busy machine each program that a turn starts takes its time.
  const may = 'read -r may < $dir/turns && [ $n -le $may ]';
  const wait = `until [ ! -e $2 ] || { ${may}; }; do sleep 0.1; done`;
  const each = `${pause ? `sleep ${pause}; ` : ''}n=$((n+1)); ${wait}; echo "$line"`;
  const bot = `sh -c 'dir=$(dirname $2); $1 bot ${name} | while read -r line; do ${each}; done' held ${arbiter} ${sign}`;
  return {
    bot,
    allow,
    goOn: () => allow(1_000_000),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
