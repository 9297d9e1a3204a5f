import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Cell, csv } from '../lib/csv';
import { download } from '../lib/download';
import { number } from './format';
import { type Order, orderOf, pressed, type SortValue, sorted, textOf } from './sort';

/** A column of a Table. With by it is sortable; numeric columns are right-aligned. */
export interface Column<R> {
  key: string;
  title: string;
  about?: string; // explains the title, as a tooltip
  numeric?: boolean;
  name?: boolean; // names the row; default: the first column
  roomy?: boolean; // left out on a phone, where a row is a card
  by?: (row: R) => SortValue;
  unsorted?: boolean; // the server, which sorts the list, does not sort by it
  csv?: (row: R) => Readonly<Record<string, Cell>>; // in the CSV file, by title; default: what it sorts by
  cell?: (row: R) => ComponentChildren; // default: what it sorts by
}

function cellOf<R>({ cell, by }: Column<R>, row: R): ComponentChildren {
  if (cell) return cell(row);
  const value = by?.(row);
  return typeof value === 'number' ? number(value, 3) : value;
}

const ROOM = 20; // characters of a title, such as the name of a bot, and its value, for which half of a card is enough

/** The class of a value: whether it is a number, and whether it needs the whole width of a card. */
function classOf<R>({ numeric, title, by, roomy }: Column<R>, row: R): string | undefined {
  const value = by?.(row);
  const wide = title.length + (typeof value === 'string' ? value.length : 2) > ROOM;
  return [numeric && 'num', wide && 'wide', roomy && 'roomy'].filter(Boolean).join(' ') || undefined;
}

interface Props<R> {
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  id: (row: R) => string;
  first?: Order; // the initial order; default: the order of rows
  server?: { order: Order | null; sort: (order: Order) => void }; // the rows are one page of a list that the server sorts
  brief?: number | undefined; // how many rows a phone shows before the reader asks for all
  lines?: boolean; // short rows that stay lines on a phone
}

/**
 * A table that sorts when a column's title is clicked; the order is kept in the address. A column is the row's
 * header. On a phone each row is a card.
 */
export function Table<R>({ caption, columns, rows, id, first, server, brief, lines }: Props<R>) {
  const name = `sort-${fileOf(caption)}`;
  const [own, setOwn] = useState<Order | null>(
    () => orderOf(new URLSearchParams(location.search).get(name)) ?? first ?? null,
  );
  const [all, showAll] = useState(false);
  const most = all || brief === undefined || rows.length <= brief + 1 ? rows.length : brief; // a button in place of one row saves nothing
  const order = server ? server.order : own;
  const sort = (next: Order) => {
    if (server) return server.sort(next);
    setOwn(next);
    remember(name, textOf(next));
  };
  const by = columns.find((c) => c.key === order?.key)?.by;
  const head = Math.max(
    0,
    columns.findIndex((c) => c.name),
  );
  const shown = order && by && !server ? sorted(rows, by, order.down) : rows;
  return (
    <>
      <Scroll label={caption} cards={!lines}>
        <table>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((c) => (
                <Head
                  key={c.key}
                  column={c}
                  order={order}
                  press={() => sort(pressed(order, c.key, c.numeric === true))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={id(row)} class={at < most ? undefined : 'rest'}>
                {columns.map((c, i) =>
                  i === head ? (
                    <th key={c.key} scope="row" class={c.numeric ? 'num' : undefined}>
                      {cellOf(c, row)}
                    </th>
                  ) : (
                    <td key={c.key} class={classOf(c, row)} data-title={c.title}>
                      {cellOf(c, row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {most < rows.length && (
        <button type="button" class="quiet rest" onClick={() => showAll(true)}>
          {rows.length - most} more
        </button>
      )}
      <CsvButton caption={caption} rows={() => valuesOf(columns, shown)} />
    </>
  );
}

/** Keeps a value in the address of the page, which is not loaded anew. */
function remember(name: string, value: string): void {
  const url = new URL(location.href);
  url.searchParams.set(name, value);
  history.replaceState(history.state, '', url);
}

/** A button that downloads a table. */
export function CsvButton({ caption, rows }: { caption: string; rows: () => Cell[][] }) {
  return (
    <button
      type="button"
      class="quiet csv"
      aria-label={`${caption} as CSV`}
      onClick={() => download(`${fileOf(caption)}.csv`, csv(rows()))}
    >
      CSV
    </button>
  );
}

/** A caption as part of a file name or of an address. */
function fileOf(caption: string): string {
  return caption.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** The values of a table, the first row being their titles. */
export function valuesOf<R>(columns: readonly Column<R>[], rows: readonly R[]): Cell[][] {
  const records = rows.map((row) => {
    const all: Record<string, Cell> = {};
    for (const c of columns) Object.assign(all, c.csv?.(row) ?? (c.by && { [c.title]: c.by(row) }));
    return all;
  });
  const titles = [...new Set(records.flatMap((r) => Object.keys(r)))];
  return [titles, ...records.map((r) => titles.map((t) => r[t]))];
}

interface HeadProps<R> {
  column: Column<R>;
  order: Order | null;
  press: () => void;
}

function Head<R>({ column, order, press }: HeadProps<R>) {
  const direction = order?.down ? 'descending' : 'ascending';
  const active = order?.key === column.key;
  return (
    <th
      scope="col"
      class={column.numeric ? 'num' : undefined}
      aria-sort={active ? direction : undefined}
      title={column.about}
    >
      {column.by && !column.unsorted ? (
        <button type="button" class="sort" onClick={press}>
          {column.title}
          <span class="arrow" aria-hidden="true">
            {active ? (order?.down ? '▾' : '▴') : ''}
          </span>
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

interface ScrollProps {
  label: string;
  cards?: boolean; // a table whose rows are cards on a phone
  children: ComponentChildren;
}

/** A container that scrolls wide content, also with the arrow keys. */
export function Scroll({ label, cards, children }: ScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
    <section class={cards ? 'scroll cards' : 'scroll'} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
