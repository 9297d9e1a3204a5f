interface Props {
  path: string;
  query: URLSearchParams;
  next: string | undefined; // cursor of the next page
}

/** Leads through the pages of a list that is newest first. The place is in the address. */
export function Pager({ path, query, next }: Props) {
  const at = (cursor: string | undefined) => {
    const to = new URLSearchParams(query);
    to.delete('cursor');
    if (cursor) to.set('cursor', cursor);
    return `${path}?${to}`;
  };
  return (
    <nav class="pager" aria-label="Pages">
      {query.has('cursor') && <a href={at(undefined)}>newest</a>}
      {next && (
        <a href={at(next)} rel="next">
          older
        </a>
      )}
    </nav>
  );
}
