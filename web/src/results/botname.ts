/** The name of a bot without its version: mine for mine@4f2a1234. */
export function botName(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('@'))) || id;
}
