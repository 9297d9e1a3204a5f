import type { Renderer } from './types';

const renderers = import.meta.glob<{ default: Renderer }>([
  './*.ts',
  '!./*.test.ts',
  '!./types.ts',
  '!./index.ts',
  '!./draw.ts',
  '!./plain.ts',
]);

/** Loads the renderer of a game, in its own chunk. A game without one is shown by its events and numbers alone. */
export async function loadRenderer(game: string): Promise<Renderer> {
  const load = renderers[`./${game}.ts`];
  if (load === undefined) return (await import('./plain')).default;
  return (await load()).default;
}
