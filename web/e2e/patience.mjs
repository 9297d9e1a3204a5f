// Waiting on a machine that may be busy with other programs.

/** How long anything is waited for, in ms: five minutes. A busy machine takes long, one that has stopped is given up. */
export const PATIENCE = 300_000;

/** After how long a test says what it waits for, in ms. */
const QUIET = 60_000;

/** Looks again and again until it finds something, and returns that. */
export async function until(look, what) {
  const began = Date.now();
  for (let said = false; ; ) {
    const found = await look();
    if (found) return found;
    const waited = Date.now() - began;
    if (waited > PATIENCE) throw new Error(`waited ${PATIENCE / 1000} s until ${what}`);
    if (waited > QUIET && !said) {
      console.error(`still waiting until ${what}`);
      said = true;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}
