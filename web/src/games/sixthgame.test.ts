import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import type { aboutGame as AboutGame } from './about';
import type * as Games from './index';

const WEB = join(import.meta.dirname, '../..');
const SIXTH = join(WEB, '../referee/games/testdata/sixthgame/web');

// "A game edits at most three places outside of its own folders": here none, which referee/games/sixthgame_test.go
// counts on.
test('a sixth game is shown, played and described by what is in its own folder', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'sixthgame-'));
  cpSync(join(WEB, 'src'), join(copy, 'src'), { recursive: true });
  cpSync(SIXTH, copy, { recursive: true });
  symlinkSync(join(WEB, 'node_modules'), join(copy, 'node_modules'));
  const server = await createServer({
    root: copy,
    configFile: false,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false, hmr: false },
  });
  try {
    const games = (await server.ssrLoadModule('/src/games/index.ts')) as typeof Games;
    const { aboutGame } = (await server.ssrLoadModule('/src/games/about.ts')) as {
      aboutGame: typeof AboutGame;
    };
    expect((await games.loadRenderer('toy')).options).toEqual([{ key: 'toy', label: 'Toy', initial: true }]);
    expect(games.PLAYABLE).toContain('toy');
    expect((await games.loadInput('toy')).prompt(null, null)).toBe('Take points');
    expect(aboutGame('toy')).toEqual({ filter: 'length=6', swing: 'its points' });
  } finally {
    await server.close();
    rmSync(copy, { recursive: true });
  }
}, 120_000);
