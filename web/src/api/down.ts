/** The window event that is dispatched when the server may be down: a request or a connection has failed. */
export const MAYBE_DOWN = 'arbiter:down';

/** Reports that the server has not answered. */
export function reportDown(): void {
  dispatchEvent(new Event(MAYBE_DOWN));
}
