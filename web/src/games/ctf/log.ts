import { eventsOf, type Frame } from '../../replay/model';
import type { LogLine } from '../renderer';
import { describeAction, describeEvent, rowColumn } from './events';
import type { Event, View } from './types.gen';

type MinionEvent = Exclude<Event, { type: 'fault' | 'end' }>;

const WALKING: ReadonlySet<Event['type']> = new Set(['move', 'carry', 'coin']);

/**
 * The lines of the log for a turn: one for each minion. A minion that walks on and on has one for all of those turns, at
 * the first of them.
 */
export function logOf(frames: readonly Frame<View>[], turn: number): LogLine[] {
  const minions = new Map<string, MinionEvent[]>();
  const lines: LogLine[] = [];
  for (const e of eventsOf(frames[turn]!.view)) {
    if (e.type === 'fault' || e.type === 'end') {
      lines.push({
        seat: e.type === 'fault' ? e.seat : undefined,
        text: describeEvent(e),
        fault: e.type === 'fault',
      });
      continue;
    }
    const key = `${e.seat} ${e.minion}`;
    minions.set(key, [...(minions.get(key) ?? []), e]);
  }
  for (const of of minions.values()) {
    const { seat, minion } = of[0]!;
    if (!walks(of)) {
      lines.push({ seat, text: `minion ${minion} ${of.map(describeAction).join(', ')}` });
    } else if (!walks(eventsOfMinion(frames[turn - 1], seat, minion))) {
      lines.push({ seat, text: `minion ${minion} ${walkFrom(frames, turn, seat, minion)}` });
    }
  }
  return lines;
}

function eventsOfMinion(frame: Frame<View> | undefined, seat: number, minion: number): MinionEvent[] {
  if (frame === undefined) return [];
  return eventsOf(frame.view).filter(
    (e): e is MinionEvent => e.type !== 'fault' && e.type !== 'end' && e.seat === seat && e.minion === minion,
  );
}

/** Whether a minion moves in a turn, and nothing happens to it but what it finds there. */
function walks(events: readonly MinionEvent[]): boolean {
  return events.some((e) => e.type === 'move') && events.every((e) => WALKING.has(e.type));
}

/** Describes the turns in which a minion walks, from a turn on. */
function walkFrom(frames: readonly Frame<View>[], turn: number, seat: number, minion: number): string {
  const steps: MinionEvent[] = [];
  let end = turn;
  for (; end < frames.length; end++) {
    const events = eventsOfMinion(frames[end], seat, minion);
    if (!walks(events)) break;
    steps.push(...events);
  }
  if (end === turn + 1) return steps.map(describeAction).join(', ');
  const moves = steps.filter((e) => e.type === 'move');
  const coins = steps.filter((e) => e.type === 'coin').length;
  const flag = steps.find((e) => e.type === 'carry');
  return [
    `moves from ${rowColumn(moves[0]!.at)} to ${rowColumn(moves.at(-1)!.to)} in ${end - turn} turns`,
    ...(flag ? [`carries the flag of seat ${flag.flag}`] : []),
    ...(coins > 0 ? [`collects ${coins} ${coins === 1 ? 'coin' : 'coins'}`] : []),
  ].join(', ');
}
