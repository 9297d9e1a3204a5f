import type { Rules } from '../../rules';

const files = import.meta.glob<{ default: Rules }>('../../../docs/rules/*.md');

/** The rules of a game. Each game's are a chunk of their own. */
export async function rulesOf(game: string): Promise<Rules> {
  const load = files[`../../../docs/rules/${game}.md`];
  if (!load) throw new Error(`There are no written rules of ${game}.`);
  return (await load()).default;
}

/** Text of the documents, which became HTML when the pages were built; nothing in it was typed by anybody. */
export function Html({ text }: { text: string }) {
  return <div class="rules" dangerouslySetInnerHTML={{ __html: text }} />;
}
