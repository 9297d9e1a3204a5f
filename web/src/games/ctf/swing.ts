import type { Frame } from '../../replay/model';
import type { View } from './types.gen';

/** The health of all minions of the seat, less that of the other's. Score points are no measure: power-ups cost some. */
export function swing(frames: readonly Frame<View>[], turn: number, seat: number): number {
  const { seats } = frames[turn]!.view;
  return health(seats[seat]!) - health(seats[1 - seat]!);
}

function health({ minions }: View['seats'][number]): number {
  return minions.reduce((sum, m) => sum + (m.alive ? Math.max(0, m.health) : 0), 0);
}
