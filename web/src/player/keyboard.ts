import type { KeyPress } from '../ui/keyboard';
import type { Transport } from './transport';

/** A keyboard shortcut; the dialog shows the same list. */
export interface Binding {
  keys: string; // as displayed
  does: string;
  match: (e: KeyPress) => boolean;
  of?: keyof PageCommands; // the command of the page without which there is no such shortcut
  run: (t: Transport, page: PageCommands) => void;
}

/** Commands that the page handles instead of the player. */
export interface PageCommands {
  fullScreen(): void;
  help(): void;
  event(by: 1 | -1): void;
  mistake?(by: 1 | -1): void;
  turningPoint?(by: 1 | -1): void;
  wide?(): void;
}

const key =
  (name: string, mods: { alt?: boolean; shift?: boolean } = {}) =>
  (e: KeyPress) =>
    e.key === name && e.altKey === (mods.alt ?? false) && e.shiftKey === (mods.shift ?? false);

const anyShift = (names: string) => (e: KeyPress) => !e.altKey && names.split(' ').includes(e.key);

const BINDINGS: Binding[] = [
  { keys: 'Space', does: 'play or pause', match: key(' '), run: (t) => t.toggle() },
  { keys: '→', does: 'next turn', match: key('ArrowRight'), run: (t) => t.turns(1) },
  { keys: '←', does: 'previous turn', match: key('ArrowLeft'), run: (t) => t.turns(-1) },
  {
    keys: 'Alt →',
    does: 'next step of the turn',
    match: key('ArrowRight', { alt: true }),
    run: (t) => t.step(1),
  },
  { keys: 'Alt ←', does: 'previous step', match: key('ArrowLeft', { alt: true }), run: (t) => t.step(-1) },
  {
    keys: 'Shift →',
    does: 'ten turns forward',
    match: key('ArrowRight', { shift: true }),
    run: (t) => t.turns(10),
  },
  {
    keys: 'Shift ←',
    does: 'ten turns back',
    match: key('ArrowLeft', { shift: true }),
    run: (t) => t.turns(-10),
  },
  { keys: 'Home', does: 'start', match: key('Home'), run: (t) => t.turns(-t.last - 1) },
  {
    keys: 'End',
    does: 'end, or the newest turn',
    match: key('End'),
    run: (t) => (t.live ? t.toNewest() : t.turns(t.last + 1)),
  },
  { keys: '+', does: 'faster', match: anyShift('+ ='), run: (t) => t.faster(1) },
  { keys: '-', does: 'slower', match: anyShift('- _'), run: (t) => t.faster(-1) },
  { keys: 'N', does: 'next event', match: anyShift('n N'), run: (_t, page) => page.event(1) },
  { keys: 'P', does: 'previous event', match: anyShift('p P'), run: (_t, page) => page.event(-1) },
  {
    keys: 'M',
    does: 'the next mistake, once analysed',
    match: key('m'),
    of: 'mistake',
    run: (_t, page) => page.mistake?.(1),
  },
  {
    keys: 'Shift M',
    does: 'the previous mistake',
    match: key('M', { shift: true }),
    of: 'mistake',
    run: (_t, page) => page.mistake?.(-1),
  },
  {
    keys: 'T',
    does: 'next turning point',
    match: key('t'),
    of: 'turningPoint',
    run: (_t, page) => page.turningPoint?.(1),
  },
  {
    keys: 'Shift T',
    does: 'previous turning point',
    match: key('T', { shift: true }),
    of: 'turningPoint',
    run: (_t, page) => page.turningPoint?.(-1),
  },
  {
    keys: 'W',
    does: 'wide board, without panel',
    match: anyShift('w W'),
    of: 'wide',
    run: (_t, page) => page.wide?.(),
  },
  { keys: 'F', does: 'full screen', match: anyShift('f F'), run: (_t, page) => page.fullScreen() },
  { keys: '?', does: 'keyboard shortcuts', match: anyShift('?'), run: (_t, page) => page.help() },
];

/** The shortcuts on a page. */
export function bindingsOf(page: PageCommands): readonly Binding[] {
  return BINDINGS.filter((b) => b.of === undefined || page[b.of] !== undefined);
}

/** Finds the shortcut of a key. Keys with Ctrl or Meta belong to the browser. */
export function bindingOf(e: KeyPress, page: PageCommands): Binding | undefined {
  if (e.ctrlKey || e.metaKey) return undefined;
  return bindingsOf(page).find((b) => b.match(e));
}
