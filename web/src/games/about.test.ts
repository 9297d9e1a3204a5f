import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aboutGame } from './about';

const ANY = ['score', 'seat', 'fault'];
const GAMES = Object.keys(import.meta.glob('./*/types.gen.ts')).map((path) => path.split('/')[1]!);

test('the example of a filter names what matches of the game have', () => {
  for (const game of GAMES) {
    const file = join(import.meta.dirname, `../../../referee/games/${game}/attributes.go`);
    const names = [...readFileSync(file, 'utf8').matchAll(/Name: "(\w+)"/g)].map((m) => m[1]);
    for (const condition of aboutGame(game).filter.split(',')) {
      expect([...names, ...ANY], `${game}: ${condition}`).toContain(condition.match(/^\w+/)![0]);
    }
  }
});

test('a game that says nothing of itself is called in general words', () => {
  expect(aboutGame('chess')).toEqual({ filter: 'score>20,fault=none', swing: "the game's measure" });
});
