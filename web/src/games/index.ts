import type { Input } from './input';
import type { Renderer } from './renderer';

// The matches of a game reach only the code in its own folder: here JSON gets the types of types.gen.ts, which a Go
// test compares with those of the referee.
const renderers = import.meta.glob<{ default: Renderer }>('./*/index.ts');
const inputs = import.meta.glob<{ default: Input }>('./*/human.ts');

/** Loads the renderer of a game, in its own chunk. A game without one has events and plots, but no board. */
export async function loadRenderer(game: string): Promise<Renderer> {
  const load = renderers[`./${game}/index.ts`];
  if (load === undefined) return (await import('./plain')).default;
  return (await load()).default;
}

/** The games that humans can play in the browser. */
export const PLAYABLE = Object.keys(inputs).map((path) => path.split('/')[1]!);

/** Loads the input of a game, in its own chunk. */
export async function loadInput(game: string): Promise<Input> {
  const load = inputs[`./${game}/human.ts`];
  if (load === undefined) throw new Error(`${game} cannot be played in the browser`);
  return (await load()).default;
}
