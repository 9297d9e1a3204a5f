import { same } from '../board/cell';
import { describeFault } from '../board/words';
import type { Mark } from '../renderer';
import type { Event } from './types.gen';

const SIDES: Readonly<Record<string, string>> = { U: 'upper', D: 'lower', L: 'left', R: 'right' };

/** Describes an event in words. */
export function describeEvent(e: Event): string {
  switch (e.type) {
    case 'message':
      return `says "${e.text}"`;
    case 'move':
      return same(e.from, e.to)
        ? `stays at ${e.to.join(' ')}`
        : `moves from ${e.from.join(' ')} to ${e.to.join(' ')}`;
    case 'wall':
      return `builds the ${SIDES[e.direction] ?? e.direction} wall of ${e.at.join(' ')}`;
    case 'separation':
      return `separates the tokens: domains of ${e.sizes[0]} and ${e.sizes[1]} cells`;
    case 'fault':
      return describeFault(e);
  }
}

/** The marks of a turn's events. */
export function marksOf(events: readonly Event[]): Mark[] {
  return events.flatMap((e): Mark[] =>
    e.type === 'separation' ? [{ kind: 'capture', seat: e.seat, text: describeEvent(e) }] : [],
  );
}
