interface Props {
  path: string;
  query: URLSearchParams;
  next: string | undefined; // cursor of the next page
}

/** Links to the newest and the next older page of a list. The cursor is in the URL. */
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
