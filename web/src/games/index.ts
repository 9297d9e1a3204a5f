import type { Renderer } from './renderer';

const renderers = import.meta.glob<{ default: Renderer }>('./*/index.ts');

/** Loads the renderer of a game, in its own chunk. A game without one is shown by its events and numbers alone. */
export async function loadRenderer(game: string): Promise<Renderer> {
  const load = renderers[`./${game}/index.ts`];
  if (load === undefined) return (await import('./plain')).default;
  return (await load()).default;
}
