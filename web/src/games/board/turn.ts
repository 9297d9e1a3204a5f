import { type EventOf, eventsOf, type Frame, type GameView } from '../../replay/model';
import { stepCount } from './motion';

/** What a board draws of one turn: the position before it, the position after it, and what happened between. */
export interface Turn<View extends GameView> {
  before: View;
  after: View;
  events: readonly EventOf<View>[];
  steps: number;
}

/** The turn of that number. Turn 0 is the position at the start, before and after. */
export function turnOf<View extends GameView>(frames: readonly Frame<View>[], turn: number): Turn<View> {
  const after = frames[turn]!.view;
  const events = eventsOf(after);
  return { before: frames[Math.max(0, turn - 1)]!.view, after, events, steps: stepCount(events) };
}
