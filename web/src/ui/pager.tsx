interface Props {
  path: string;
  query: URLSearchParams;
  next: string | undefined; // cursor of the next page
}

/** Links to the first and the next page of a list, the newest first unless the URL has another order. It has the cursor too. */
export function Pager({ path, query, next }: Props) {
  const at = (cursor: string | undefined) => {
    const to = new URLSearchParams(query);
    to.delete('cursor');
    if (cursor) to.set('cursor', cursor);
    return `${path}?${to}`;
  };
  const byTime = !query.get('sort') && !query.get('order');
  return (
    <nav class="pager" aria-label="Pages">
      {query.has('cursor') && <a href={at(undefined)}>{byTime ? 'newest' : 'first page'}</a>}
      {next && (
        <a href={at(next)} rel="next">
          {byTime ? 'older' : 'next page'}
        </a>
      )}
    </nav>
  );
}
