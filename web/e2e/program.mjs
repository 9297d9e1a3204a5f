// Runs bin/arbiter as a reader would: a database of the builtin bots' matches, and the server with the pages on a free port.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/**
 * Plays a small tournament of each game and serves them. With tokens, as scope: secret, the server asks for one; more is
 * added to the flags of serve.
 */
export async function start(played = games, tokens = {}, more = []) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  const db = join(dir, 'arbiter.db');
  for (const game of played) {
    const bots = [`builtin:${game}/greedy`, `builtin:${game}/boss?nodes=${bosses[game]}`];
    // Without limits of time: on a machine that is too busy to run the bots, their matches would be void.
    const limits = ['--time-first', '0s', '--time-turn', '0s'];
    const flags = ['--db', db, '--name', `sample-${game}`, '--game', game, '--seeds', '1..2', ...limits];
    execFileSync(arbiter, ['run', ...flags, ...bots.flatMap((bot) => ['-b', bot])], { stdio: 'pipe' });
  }
  const asked = Object.entries(tokens).map(
    ([scope, secret]) => `${scope} ${createHash('sha256').update(secret).digest('hex')}\n`,
  );
  if (asked.length > 0) writeFileSync(join(dir, 'tokens'), asked.join(''));
  // Pages are compared with what the tests have asked for: nothing is analysed unasked.
  const flags = [
    '--no-analyse-losses',
    ...(asked.length > 0 ? ['--tokens', join(dir, 'tokens')] : []),
    ...more,
  ];
  const serve = (addr) =>
    spawn(arbiter, ['serve', '--db', db, '--addr', addr, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  let server = serve('127.0.0.1:0');
  const base = await address(server);
  const program = {
    base,
    db,
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
    /** Starts the server again at the same address, which a connection of another program may have meanwhile. */
    restart: () =>
      until(() => {
        server = serve(new URL(base).host);
        return address(server).catch(() => false);
      }, `a server listens at ${base} again`),
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

/** Opens a ladder of domain on which a bot has two versions, and pauses it after some rounds. */
export async function ladder(program, name) {
  await program.ask(`/api/ladders/${name}`, { game: 'domain', time_factor: 100 }, 'PUT');
  const at = (rounds) =>
    until(async () => {
      const l = await program.ask(`/api/ladders/${name}`);
      return l.rounds >= rounds && l;
    }, `ladder ${name} has ${rounds} rounds`);
  const enter = (bot) => program.ask(`/api/ladders/${name}/entries`, { bot });
  for (const bot of ['builtin:domain/greedy', 'builtin:domain/wait', 'mine=builtin:domain/random'])
    await enter(bot);
  const { rounds } = await at(6);
  await enter('mine=builtin:domain/greedy?seed=2');
  await at(rounds + 12);
  await program.ask(`/api/ladders/${name}/pause`, {});
}

/**
 * Makes a repository of a bot for keeper in a new folder. The third of its five commits answers nonsense. Returns
 * a function that runs a command of arbiter there against the server.
 */
export function repository(program) {
  const dir = mkdtempSync(join(tmpdir(), 'arbiter-e2e-'));
  // The commits, and with them the starts and what comes of them, are always the same.
  const date = '2026-01-01T00:00:00+0000';
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: dir,
      stdio: 'pipe',
      env,
    });
  git('init', '--quiet', '.');
  mkdirSync(join(dir, 'bots/mine'), { recursive: true });
  writeFileSync(join(dir, 'bots/mine/bot.toml'), 'name = "mine"\ngames = ["keeper"]\nrun = "sh bot.sh"\n');
  for (let v = 1; v <= 5; v++) {
    const nonsense = v >= 3 ? '[ $((ARBITER_BOT_SEED % 3)) != 0 ] && echo NOTHING || ' : '';
    const turn = `read n; while [ $n -gt 0 ]; do read e; n=$((n-1)); done; ${nonsense}echo MOVE $x $y`;
    writeFileSync(join(dir, 'bots/mine/bot.sh'), `# ${v}\nwhile read x y rest; do ${turn}; done\n`);
    git('add', '.');
    git('commit', '--quiet', '-m', `change ${v}`);
  }
  const run = (...args) =>
    new Promise((done, failed) => {
      const flags = ['--path', 'bots/mine', '--server', program.base, '--time-factor', '100', '--json'];
      execFile(arbiter, [...args, ...flags], { cwd: dir }, (error, out) =>
        error ? failed(error) : done(JSON.parse(out)),
      );
    });
  return { run, close: () => rmSync(dir, { recursive: true }) };
}

/** Returns the address that a server prints. */
export async function address(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const found = line.match(/https?:\S+/);
    if (found) return found[0];
  }
  throw new Error('arbiter serve ended before it listened');
}
