import type { Theme } from '../../ui/theme';

/** The arena's own colours. Its floor is dark in both themes, so that flames and glyphs look the same in both. */
export interface Palette {
  floor: string;
  line: string;
  edge: string;
  words: string; // on the floor
  faint: string;
  glyph: string;
  flame: string;
  core: string;
  hero: string;
  onHero: string; // words
  good: string;
  danger: string;
}

export function paletteOf(theme: Theme): Palette {
  return {
    floor: theme.dark ? '#22262b' : '#343a41',
    line: theme.dark ? '#2c3137' : '#3f464e',
    edge: theme.dark ? '#3b424a' : '#23272c',
    words: '#eef0ee',
    faint: '#a1a7ad',
    glyph: '#b0a3ff',
    flame: '#ff8a4c',
    core: '#ffe0a8',
    hero: '#2f94d1',
    onHero: '#101214',
    good: '#6ecf8d',
    danger: '#ff7b80',
  };
}
