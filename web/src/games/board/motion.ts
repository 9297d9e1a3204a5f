/** The eased progress of a step, 0 to 1, at t (0 to 1) of a turn with that many steps. */
export function progress(t: number, step: number, steps: number): number {
  return ease(Math.min(Math.max(t * steps - step, 0), 1));
}

/** Eases in and out: slow at both ends. */
export function ease(t: number): number {
  return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
}

/** Applies the events of a turn to a pose, each as far as it has come at t. */
export function playEvents<Pose, Event extends { step: number }>(
  pose: Pose,
  { events, steps }: { events: readonly Event[]; steps: number },
  t: number,
  play: (pose: Pose, event: Event, share: number) => void,
): Pose {
  for (const event of events) {
    const share = progress(t, event.step, steps);
    if (share > 0) play(pose, event, share);
  }
  return pose;
}

/** Rises from 0 to 1 and falls again: a hop, or the flash of a hit. */
export function arc(share: number): number {
  return share < 1 ? Math.sin(Math.PI * share) : 0;
}

/** Interpolates linearly from a to b. */
export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** The number of steps of a turn's events, at least one. */
export function stepCount(events: readonly { step: number }[] | null): number {
  let most = 0;
  for (const event of events ?? []) most = Math.max(most, event.step);
  return most + 1;
}
