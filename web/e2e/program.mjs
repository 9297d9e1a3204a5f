// Runs bin/arbiter as a reader would: a database of the builtin bots' matches, and the server with the pages on a free port.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from './patience.mjs';

/** The program under test. */
export const arbiter = fileURLToPath(new URL('../../bin/arbiter', import.meta.url));

export const games = ['ctf', 'domain', 'flames', 'heropath', 'keeper'];

// Long enough for an interesting replay, short enough to be played quickly.
const bosses = { ctf: 200, domain: 2000, flames: 2000, heropath: 500, keeper: 1000 };

/** Plays a small tournament of each game and serves them. With tokens, as scope: secret, the server asks for one. */
export async function start(played = games, tokens = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  const db = join(dir, 'arbiter.db');
  for (const game of played) {
    const bots = [`builtin:${game}/greedy`, `builtin:${game}/boss?nodes=${bosses[game]}`];
    const flags = ['--db', db, '--name', `sample-${game}`, '--game', game, '--seeds', '1..2'];
    execFileSync(arbiter, ['run', ...flags, ...bots.flatMap((bot) => ['-b', bot])], { stdio: 'pipe' });
  }
  const asked = Object.entries(tokens).map(
    ([scope, secret]) => `${scope} ${createHash('sha256').update(secret).digest('hex')}\n`,
  );
  if (asked.length > 0) writeFileSync(join(dir, 'tokens'), asked.join(''));
  const flags = asked.length > 0 ? ['--tokens', join(dir, 'tokens')] : [];
  const serve = (addr) =>
    spawn(arbiter, ['serve', '--db', db, '--addr', addr, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  let server = serve('127.0.0.1:0');
  const base = await address(server);
  const program = {
    base,
    ask: async (path, body, method = 'POST') => {
      const init = body && {
        method,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      };
      const response = await fetch(base + path, init);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    /** Ends the server at once, as a crash does. */
    kill: async () => {
      if (server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
    /** Starts the server again at the same address. */
    restart: async () => {
      server = serve(new URL(base).host);
      await address(server);
    },
    close: async () => {
      await program.kill();
      rmSync(dir, { recursive: true });
    },
  };
  return program;
}

/** Returns a stored match of a game that a boss played. */
export async function stored(program, game) {
  const { matches } = await program.ask(
    `/api/matches?game=${game}&bot=${encodeURIComponent(`boss?nodes=${bosses[game]}`)}`,
  );
  if (matches.length === 0) throw new Error(`no match of ${game} is stored`);
  return matches.at(-1);
}

/** Waits until a match has its result, and returns it. */
export function played(program, id) {
  return until(async () => {
    const match = await program.ask(`/api/matches/${id}`);
    return match.state === 'played' && match;
  }, `match ${id} is played`);
}

/** Waits until a tournament or a check that was started has ended. */
export function ended(program, name) {
  return until(async () => {
    const { state, why } = await program.ask(`/api/tournaments/${name}`);
    if (state !== 'running' && state !== 'done') throw new Error(`${name} is ${state}: ${why}`);
    return state === 'done';
  }, `${name} has ended`);
}

/** Returns the address that a server prints. */
export async function address(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const found = line.match(/https?:\S+/);
    if (found) return found[0];
  }
  throw new Error('arbiter serve ended before it listened');
}
