import type { TargetedSubmitEvent } from 'preact';
import { navigate } from '../lib/router';
import { address } from '../lib/url';

/** A filter of a page: a field of the URL's query. With options it is a select. */
export interface Filter {
  name: string;
  label: string;
  placeholder?: string;
  options?: readonly string[];
}

interface Props {
  path: string;
  query: URLSearchParams;
  filters: readonly Filter[];
  keep?: readonly string[]; // other fields of the query that stay
}

/** Filters that are stored in the URL, so that a filtered page can be shared. */
export function Filters({ path, query, filters, keep = [] }: Props) {
  const onSubmit = (e: TargetedSubmitEvent<HTMLFormElement>) => {
    e.preventDefault();
    navigate(filtered(path, new FormData(e.currentTarget)));
  };
  const any = filters.some((f) => query.get(f.name));
  return (
    <search>
      <form class="filters" onSubmit={onSubmit}>
        {filters.map((f) => (
          <div key={f.name}>
            <label for={`filter-${f.name}`}>{f.label}</label>
            <Control filter={f} value={query.get(f.name) ?? ''} />
          </div>
        ))}
        {keep.map((name) => (
          <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />
        ))}
        <button type="submit">Filter</button>
        {any && <a href={path}>Clear</a>}
      </form>
    </search>
  );
}

function Control({ filter: f, value }: { filter: Filter; value: string }) {
  const id = `filter-${f.name}`;
  if (!f.options) return <input id={id} name={f.name} defaultValue={value} placeholder={f.placeholder} />;
  return (
    <select id={id} name={f.name}>
      <option value="">all</option>
      {f.options.map((o) => (
        <option key={o} value={o} selected={o === value}>
          {o}
        </option>
      ))}
    </select>
  );
}

/** The URL of a page with the values of its filters, without the empty ones. */
export function filtered(path: string, data: FormData): string {
  const values: Record<string, string> = {};
  for (const [name, value] of data) values[name] = String(value).trim();
  return address(path, values);
}
