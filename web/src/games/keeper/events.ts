import { describeFault, grouped } from '../board/words';
import type { Mark } from '../renderer';
import type { Event } from './types.gen';

const NOTES: Readonly<Record<string, string>> = {
  detour: 'no visible path leads there',
  no_charge: 'no charge is left',
  out_of_range: 'the target is out of range',
  unreachable: 'no visible path leads closer',
  obstacle: 'an obstacle is in the way',
};

const ENDS: Readonly<Record<string, string>> = {
  exit: 'the hero takes the exit',
  dead: 'the hero is dead',
  turn_limit: 'the turn limit is reached',
  bad_command: 'the line was not a command',
  timeout: 'no answer came in time',
  forfeit: 'the bot gave no answer',
};

/** Describes an event in words. */
export function describeEvent(e: Event): string {
  const note = 'note' in e && e.note ? `: ${NOTES[e.note] ?? e.note}` : '';
  switch (e.type) {
    case 'message':
      return `says "${e.text}"`;
    case 'fault':
      return describeFault(e);
    case 'wait':
      return `the hero stays; the command named ${e.target.join(' ')}${note}`;
    case 'move':
      return `the hero steps from ${e.from.join(' ')} to ${e.to.join(' ')}${note}`;
    case 'take':
      return `takes the ${e.item} at ${e.cell.join(' ')}: +${e.gain}`;
    case 'attack':
      return `${e.weapon} at ${e.target.join(' ')}, hits ${e.cells.map((c) => c.join(' ')).join(', ') || 'nothing'}${note}`;
    case 'hit':
      return `${e.kind} ${e.monster} at ${e.cell.join(' ')} loses ${e.damage}, ${e.health} left`;
    case 'kill':
      return `${e.kind} ${e.monster} at ${e.cell.join(' ')} is destroyed: +${e.score}`;
    case 'monster_move':
      return `${e.kind} ${e.monster} steps from ${e.from.join(' ')} to ${e.to.join(' ')}`;
    case 'monster_attack':
      return `${e.kind} ${e.monster} at ${e.from.join(' ')} attacks for ${e.damage}`;
    case 'damage':
      return `the hero loses ${e.damage}, ${e.health} left`;
    case 'end':
      return `${ENDS[e.reason] ?? e.reason}: score ${grouped(e.score)}`;
  }
}

/** The marks of a turn's events. */
export function marksOf(events: readonly Event[]): Mark[] {
  return events.flatMap((e): Mark[] => {
    if (e.type === 'kill' && e.kind !== 'box') return [{ kind: 'kill', text: describeEvent(e) }];
    if (e.type === 'take') return [{ kind: 'score', text: describeEvent(e) }];
    if (e.type === 'end')
      return [{ kind: e.reason === 'exit' ? 'capture' : 'other', text: describeEvent(e) }];
    return [];
  });
}
