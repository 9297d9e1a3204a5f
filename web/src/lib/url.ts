/** Values for the {names} of a path and, for all others, its query. */
export type Params = Readonly<Record<string, string | number | boolean | undefined>>;

/** The URL of a path with its parameters filled in and the rest as its query; empty values are omitted. */
export function address(path: string, params: Params): string {
  const query = new URLSearchParams();
  const names = new Set(path.match(/\{\w+\}/g));
  for (const [name, value] of Object.entries(params)) {
    const slot = `{${name}}`;
    if (names.has(slot)) path = path.replace(slot, encodeURIComponent(String(value)));
    else if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
