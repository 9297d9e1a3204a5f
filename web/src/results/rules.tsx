import type { Rules } from '../../rules';

const files = import.meta.glob<{ default: Rules }>('../../../docs/rules/*.md');

/** Loads the rules of a game, in their own chunk. */
export async function rulesOf(game: string): Promise<Rules> {
  const load = files[`../../../docs/rules/${game}.md`];
  if (!load) throw new Error(`no rules document for ${game}`);
  return (await load()).default;
}

/** HTML generated from the documents at build time; it contains no user input. */
export function Html({ text }: { text: string }) {
  return <div class="rules" dangerouslySetInnerHTML={{ __html: text }} />;
}
