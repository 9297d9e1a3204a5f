// Waiting on a machine that may be busy with other programs.

/** How long anything is waited for, in ms. A test that waits longer ends, and says for what. */
export const PATIENCE = 60_000;

/** Looks again and again until it finds something, and returns that. */
export async function until(look, what) {
  const began = Date.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() - began > PATIENCE) throw new Error(`waited ${PATIENCE / 1000} s until ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
