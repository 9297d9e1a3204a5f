import { same } from '../board/cell';
import { describeFault, grouped } from '../board/words';
import type { Mark } from '../renderer';
import type { Event } from './types.gen';

/** Describes an event in words. */
export function describeEvent(e: Event): string {
  switch (e.type) {
    case 'move':
      return same(e.from, e.to)
        ? `stands still at ${e.to.join(' ')}`
        : `moves from ${e.from.join(' ')} to ${e.to.join(' ')}`;
    case 'attack':
      return `attacks monster ${e.monster} for ${grouped(e.damage)}: ${grouped(Math.max(0, e.hp))} health left`;
    case 'message':
      return `says "${e.text}"`;
    case 'kill': {
      const lost = e.lost > 0 ? `, ${grouped(e.lost)} lost to fatigue` : '';
      return `monster ${e.monster} dies: +${grouped(e.gold)} gold${lost}, +${grouped(e.exp)} exp`;
    }
    case 'level':
      return `level ${e.level}: speed ${grouped(e.speed)}, power ${grouped(e.power)}, range ${grouped(e.range)}`;
    case 'hit':
      return `monster ${e.monster} at ${e.from.join(' ')} hits: +${grouped(e.damage)} fatigue`;
    case 'fault':
      return describeFault(e);
  }
}

/** The marks of a turn's events. Kills are left out where they would fill the timeline. */
export function marksOf(events: readonly Event[], kills: boolean): Mark[] {
  return events.flatMap((e): Mark[] => {
    if (e.type === 'level') return [{ kind: 'capture', text: describeEvent(e) }];
    if (e.type === 'kill' && kills) return [{ kind: 'kill', text: describeEvent(e) }];
    return [];
  });
}
