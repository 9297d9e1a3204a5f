import { reasonText } from '../../replay/reason';
import { type Cell, same } from '../board/cell';
import { describeFault } from '../board/words';
import type { Mark } from '../renderer';
import type { Event } from './types.gen';

/** A cell as the protocol writes it: row, column. */
export function rowColumn([x, y]: Cell): string {
  return `${y} ${x}`;
}

/** Describes an event in words. One about a minion begins with its name. */
export function describeEvent(e: Event): string {
  if (e.type === 'fault') return describeFault(e);
  if (e.type === 'end') return `the match is over: ${reasonText(e.reason)}, ${e.scores.join(' to ')}`;
  if (e.type === 'capture') return `the flag of seat ${e.flag} reaches the base of seat ${e.seat}`;
  if (e.type === 'blast') return `a mine of minion ${e.minion} explodes at ${rowColumn(e.at)}`;
  return `minion ${e.minion} ${describeAction(e)}`;
}

/** Describes what happens to a minion, without its name. */
export function describeAction(e: Exclude<Event, { type: 'fault' | 'end' }>): string {
  switch (e.type) {
    case 'ignored':
      return 'is frozen or dead: its command has no effect';
    case 'carry':
      return `carries the flag of seat ${e.flag} to ${rowColumn(e.to)}`;
    case 'drop':
      return `drops the flag of seat ${e.flag} at ${rowColumn(e.at)}`;
    case 'take':
      return `takes the flag of seat ${e.flag} at ${rowColumn(e.at)}`;
    case 'capture':
      return `captures the flag of seat ${e.flag}`;
    case 'move':
      return `moves to ${rowColumn(e.to)}${same(e.to, e.target) ? '' : ` on the way to ${rowColumn(e.target)}`}`;
    case 'stuck':
      return `cannot reach ${rowColumn(e.target)}`;
    case 'coin':
      return `collects the coin at ${rowColumn(e.at)}`;
    case 'fire':
      return `uses FIRE at ${rowColumn(e.at)}`;
    case 'freeze':
      return `uses FREEZE at ${rowColumn(e.at)}`;
    case 'mine':
      return `plants a mine at ${rowColumn(e.target)}`;
    case 'misplaced':
      return `cannot plant a mine at ${rowColumn(e.target)}`;
    case 'unpaid':
      return `cannot afford ${e.power_up}: costs ${e.price}, ${e.credits} left`;
    case 'blast':
      return `triggers its mine at ${rowColumn(e.at)}`;
    case 'hit':
      return `loses ${e.damage} hp to ${e.by}; ${e.health} left`;
    case 'frozen':
      return `is frozen for ${e.timeout} turns`;
    case 'kill':
      return 'dies';
    case 'unfrozen':
      return 'is no longer frozen';
  }
}

const KINDS: Partial<Record<Event['type'], Mark['kind']>> = {
  kill: 'kill',
  capture: 'capture',
  take: 'capture',
  frozen: 'score',
  hit: 'score',
};

/** The marks of a turn's events. */
export function marksOf(events: readonly Event[]): Mark[] {
  return events.flatMap((e): Mark[] => {
    const kind = KINDS[e.type];
    if (kind === undefined || e.type === 'end') return [];
    return [{ kind, seat: e.seat, text: `seat ${e.seat}: ${describeEvent(e)}` }];
  });
}
