import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterExample } from './filterexample';

const ANY = ['score', 'seat', 'fault'];

test('the example of a filter names what matches of the game have', () => {
  for (const game of ['ctf', 'domain', 'flames', 'heropath', 'keeper']) {
    const file = join(import.meta.dirname, `../../../referee/games/${game}/attributes.go`);
    const names = [...readFileSync(file, 'utf8').matchAll(/Name: "(\w+)"/g)].map((m) => m[1]);
    for (const condition of filterExample(game).split(',')) {
      expect([...names, ...ANY], `${game}: ${condition}`).toContain(condition.match(/^\w+/)![0]);
    }
  }
});
