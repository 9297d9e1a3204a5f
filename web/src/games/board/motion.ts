/** Eased progress of one step, 0 to 1, at t of a turn that has so many steps. */
export function progress(t: number, step: number, steps: number): number {
  return ease(Math.min(Math.max(t * steps - step, 0), 1));
}

/** Slow at both ends. */
export function ease(t: number): number {
  return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
}

/** Plays the events of a turn on a stage as far as they have come at t. */
export function playEvents<Stage, Event extends { step: number }>(
  stage: Stage,
  { events, steps }: { events: readonly Event[]; steps: number },
  t: number,
  play: (stage: Stage, event: Event, share: number) => void,
): Stage {
  for (const event of events) {
    const share = progress(t, event.step, steps);
    if (share > 0) play(stage, event, share);
  }
  return stage;
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** The number of steps that events take; a turn without events takes one. */
export function stepCount(events: readonly { step: number }[] | null): number {
  let most = 0;
  for (const event of events ?? []) most = Math.max(most, event.step);
  return most + 1;
}
