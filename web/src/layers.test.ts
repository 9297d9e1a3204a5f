import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const src = import.meta.dirname;

/** The folders of src, from the bottom up: each may import what stands in its list. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  api: ['lib'],
  ui: ['lib'],
  replay: ['api', 'lib'],
  games: ['replay', 'ui'],
  player: ['api', 'games', 'lib', 'replay', 'ui'],
  human: ['api', 'games', 'lib', 'player', 'replay', 'ui'],
  results: ['api', 'games', 'lib', 'player', 'replay', 'ui'],
  pages: ['api', 'games', 'human', 'lib', 'player', 'replay', 'results', 'ui'],
  app: ['api', 'lib', 'pages', 'ui'],
};

/** The files of src that another file imports, by path from src. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g);
  return [...found].map(([, path]) => normalize(join(dirname(file), path!)));
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

const folderOf = (file: string) => file.split('/')[0]!;

test('imports run one way, from pages down to lib', () => {
  const wrong: string[] = [];
  for (const file of files) {
    const from = folderOf(file);
    if (!file.includes('/')) continue; // entry points import everything
    for (const path of importsOf(file)) {
      const to = folderOf(path);
      if (to === from || to === 'style' || to === '..') continue;
      if (!LAYERS[from]?.includes(to)) wrong.push(`${file} imports ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('games know themselves, and what all boards share', () => {
  const wrong: string[] = [];
  for (const file of files.filter((f) => f.startsWith('games/') && f.split('/').length > 2)) {
    const game = file.split('/')[1]!;
    for (const path of importsOf(file).filter((p) => p.startsWith('games/') && p.split('/').length > 2)) {
      const other = path.split('/')[1]!;
      if (other !== game && other !== 'board') wrong.push(`${file} imports ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a page imports no other page', () => {
  const pages = files.filter((f) => f.startsWith('pages/'));
  expect(pages.filter((f) => importsOf(f).some((path) => path.startsWith('pages/')))).toEqual([]);
});
