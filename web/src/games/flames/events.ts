import { describeFault } from '../board/words';
import type { Mark } from '../renderer';
import type { EndEvent, Event, GlyphEvent } from './types.gen';

const CAUSES: Readonly<Record<string, string>> = {
  hp: 'the last HP is spent',
  push: 'a pushed flame is blocked',
  attraction: 'a flame is attracted onto the character',
  cycle: 'a cycle without glyphs costs the last HP',
};

/** Describes an event in words. */
export function describeEvent(e: Event): string {
  switch (e.type) {
    case 'move':
    case 'jump':
      return `${e.action} from ${e.from.join(' ')} to ${e.to.join(' ')}: ${e.hp} HP, ${e.ap} AP left`;
    case 'immo':
      return `${e.action} at ${e.from.join(' ')} attracts flames to ${e.target?.join(' ')}: ${e.hp} HP left`;
    case 'pass':
      return 'PASS ends the cycle';
    case 'extinguish':
      return `extinguishes the flame at ${e.at.join(' ')}: ${e.hp} HP`;
    case 'push':
      return `pushes the flame at ${e.from.join(' ')} to ${e.to.join(' ')}`;
    case 'attract':
      return `the flame at ${e.from.join(' ')} is attracted to ${e.to.join(' ')}`;
    case 'blocked':
      return `the flame at ${e.from.join(' ')} cannot be pushed to ${e.to.join(' ')}: a ${e.what} at ${e.by.join(' ')}`;
    case 'stay':
      return `the flame at ${e.from.join(' ')} stays: ${withArticle(e.what)} at ${e.by.join(' ')}`;
    case 'glyph':
    case 'convert':
    case 'disappear':
      return describeGlyph(e);
    case 'cycle':
      return `cycle ${e.cycle} begins${e.lost > 0 ? `, without glyphs: -${e.lost} HP` : ''}`;
    case 'victory':
    case 'death':
      return describeEnd(e);
    case 'fault':
      return describeFault(e);
  }
}

function describeGlyph({ type, at, by = '' }: GlyphEvent): string {
  if (type === 'glyph') return `a glyph appears at ${at.join(' ')}`;
  if (type === 'convert') return `the glyph at ${at.join(' ')} becomes a flame`;
  return `the glyph at ${at.join(' ')} disappears: ${withArticle(by)} is there`;
}

function describeEnd({ type, hp, cause = '', by }: EndEvent): string {
  if (type === 'victory') return `all flames are out, with ${hp} HP left`;
  return `dead: ${CAUSES[cause] ?? cause}${by ? ` from ${by.join(' ')}` : ''}`;
}

/** There is one character, and many of anything else. */
function withArticle(what: string): string {
  return `${what === 'character' ? 'the' : 'a'} ${what}`;
}

const KINDS: Partial<Record<Event['type'], Mark['kind']>> = {
  cycle: 'other',
  extinguish: 'score',
  victory: 'capture',
  death: 'kill',
};

/** The marks of a turn's events. */
export function marksOf(events: readonly Event[]): Mark[] {
  return events.flatMap((e): Mark[] => {
    const kind = KINDS[e.type];
    return kind === undefined ? [] : [{ kind, text: describeEvent(e) }];
  });
}
