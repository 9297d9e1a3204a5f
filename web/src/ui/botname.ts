const BUILTINS: ReadonlySet<string> = new Set(['wait', 'random', 'greedy', 'boss']);

/** The name of a bot without its version: mine for mine@4f2a1234. */
export function botName(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('@'))) || id;
}

/** The digest of a bot's ID as far as people compare it: 4f2a12 for mine@4f2a1234. */
export function shortDigest(id: string): string {
  const cut = id.lastIndexOf('@');
  return cut < 0 ? '' : id.slice(cut + 1, cut + 7);
}

/** Whether a bot is one of the builtin ones, by how it was typed. */
export const isBuiltin = (typed: string) => typed.startsWith('builtin:');

/** The name of a bot as people read it: Boss 5 for boss?level=5, mine for mine. */
export function titleOf(name: string): string {
  const typed = name.replace(/^builtin:[^/]*\//, '');
  const cut = typed.indexOf('?');
  const base = cut < 0 ? typed : typed.slice(0, cut);
  if (!BUILTINS.has(base)) return name;
  const title = base[0]!.toUpperCase() + base.slice(1);
  const options = [...new URLSearchParams(cut < 0 ? '' : typed.slice(cut + 1))].map(([key, value]) =>
    key === 'level' ? value : key === 'nodes' ? `${value} nodes` : `${key} ${value}`,
  );
  return options.length === 0 ? title : `${title} ${options.join(', ')}`;
}
