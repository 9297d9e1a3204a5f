import type { Theme } from '../../ui/theme';

/** The arena's own colours. Its floor is dark in both themes, so that flames and glyphs look the same in both. */
export interface Palette {
  floor: string;
  tile: string; // every second cell of the floor
  rim: string; // its upper edge
  side: string; // its lower edge, over the void
  edge: string;
  words: string; // on the floor
  faint: string;
  glyph: string;
  flame: string;
  core: string;
  hero: string;
  good: string;
  danger: string;
}

export function paletteOf(theme: Theme): Palette {
  return {
    floor: theme.dark ? '#2b2a33' : '#413e4c',
    tile: theme.dark ? '#32303b' : '#494556',
    rim: theme.dark ? '#4a4855' : '#6e6a7c',
    side: theme.dark ? '#0b0b0e' : '#25232c',
    edge: theme.dark ? '#15151a' : '#25232c',
    words: '#eef0ee',
    faint: '#a1a7ad',
    glyph: '#b0a3ff',
    flame: '#ff8a4c',
    core: '#ffe0a8',
    hero: '#2f94d1',
    good: '#6ecf8d',
    danger: '#ff7b80',
  };
}
