/** The window event that is dispatched when the server answers again after a request has failed. */
export const SERVER_BACK = 'arbiter:back';

/** Calls a function once, when the server answers again. Returns a function that forgets it. */
export function onceBack(f: () => void): () => void {
  addEventListener(SERVER_BACK, f, { once: true });
  return () => removeEventListener(SERVER_BACK, f);
}
