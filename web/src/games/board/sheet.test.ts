import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureOf } from '../../testing';
import { sheet as ctf } from '../ctf/figures';
import { sheet as domain } from '../domain/figures';
import { sheet as flames } from '../flames/figures';
import { sheet as heropath } from '../heropath/figures';
import { sheet as keeper } from '../keeper/figures';
import type { Scene, View } from '../keeper/types.gen';
import { type Sheet, STYLE } from './sheet';

const MOST = 10_000; // bytes of a sheet: all five are part of every exported replay

const sheets: [string, Sheet, string[]][] = [
  [
    'ctf',
    ctf,
    [...teams('minion', 'flag', 'base'), 'coin', 'mine', 'boom', 'flame', 'frost', 'ice', 'ghost'],
  ],
  ['domain', domain, teams('token')],
  ['flames', flames, ['hero', 'grave', 'flame', 'glyph', 'light', 'gleam', 'steam', 'burnt']],
  ['heropath', heropath, ['hero', 'calm', 'fierce', 'crown', 'slash', 'puff', 'grass', 'bloom']],
  ['keeper', keeper, [...keeperKinds(), 'hero', 'grave', 'chest', 'puff', 'slash']],
];

describe.each(sheets)('the sheet of %s', (game, sheet, kinds) => {
  const text = readFileSync(join(import.meta.dirname, `../${game}/sheet.svg`), 'utf8');

  test('has a drawing of each kind of thing, and no other', () => {
    expect([...sheet.drawings.keys()].sort()).toEqual(kinds.sort());
    expect(text.match(/<svg id=/g)).toHaveLength(kinds.length);
  });

  test('has each drawing in a place of its own', () => {
    const [width, height] = /width="(\d+)" height="(\d+)"/.exec(text)!.slice(1).map(Number);
    const taken = new Set<string>();
    for (const { x, y, w, h } of sheet.drawings.values()) {
      expect(x + w).toBeLessThanOrEqual(width!);
      expect(y + h).toBeLessThanOrEqual(height!);
      for (let px = x; px < x + w; px += 32)
        for (let py = y; py < y + h; py += 32) {
          expect(taken).not.toContain(`${px} ${py}`);
          taken.add(`${px} ${py}`);
        }
    }
  });

  test('is small, and refers to nothing outside', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(MOST);
    expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|url\(|href|<script|<!--|@import/,
    );
  });

  test('uses the shared colours and strokes', () => {
    for (const [, names] of text.matchAll(/class="([^"]*)"/g))
      for (const name of names!.split(' ')) expect(STYLE).toContain(`.${name}{`);
    for (const [, name] of text.matchAll(/var\(--([\w-]+)\)/g)) expect(STYLE).toContain(`--${name}:`);
  });
});

test('the seats have the colours of the pages', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../style/tokens.css'), 'utf8');
  const [light, dark] = STYLE.split('.dark{');
  const pages = [...tokens.matchAll(/--seat-[01]: (#\w+)/g)].map(([, color]) => color);
  const found = (style: string) => [...style.matchAll(/--[ab]:(#\w+)/g)].map(([, color]) => color);
  expect(found(light!)).toEqual(pages.slice(0, 2));
  expect(found(dark!)).toEqual(pages.slice(2, 4));
});

function teams(...names: string[]): string[] {
  return names.flatMap((name) => [`${name}-0`, `${name}-1`]);
}

/** What lies and walks in a maze, and what the hero hits with. */
function keeperKinds(): string[] {
  const { scene, frames } = fixtureOf<Scene, View>('keeper');
  const items = new Set(frames[0]!.view.items.map((i) => i.item).filter((i) => !i.endsWith(' charge')));
  return [...scene.monsters, ...scene.weapons].map((one) => one.name).concat(...items);
}
