/** An analysis or a question about a match, which wait in one queue and are thought about one at a time. */
interface Thought {
  state: string;
  seconds_left: number;
}

/** Reports whether something waits or is thought about. */
export const isGoing = ({ state }: Thought): boolean => state === 'queued' || state === 'running';

/** How something that waits or is thought about stands, in words. */
export function going({ state, seconds_left }: Thought): string {
  const left = `${Math.ceil(seconds_left)} s left at most`;
  return state === 'queued' ? `waiting for others, ${left}` : `thinking, ${left}`;
}
