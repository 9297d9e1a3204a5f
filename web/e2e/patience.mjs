// Waiting on a machine that may be busy with other programs.

/** How long anything is waited for, in ms: a limit for hangs, as a busy machine takes what it takes. */
export const PATIENCE = 900_000;

/** Looks again and again until it finds something, and returns that. */
export async function until(look, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
