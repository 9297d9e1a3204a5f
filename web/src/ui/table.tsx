import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Order, pressed, type SortValue, sorted } from './sort';

/** A column of a Table. With by it is sortable; numeric columns are right-aligned. */
export interface Column<R> {
  key: string;
  title: string;
  about?: string; // explains the title, as a tooltip
  numeric?: boolean;
  by?: (row: R) => SortValue;
  cell: (row: R) => ComponentChildren;
}

interface Props<R> {
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  id: (row: R) => string;
  first?: Order; // the initial order; default: the order of rows
}

/** A table that sorts when a column's title is clicked. The first column is the row header. */
export function Table<R>({ caption, columns, rows, id, first }: Props<R>) {
  const [order, setOrder] = useState<Order | null>(first ?? null);
  const by = columns.find((c) => c.key === order?.key)?.by;
  const shown = order && by ? sorted(rows, by, order.down) : rows;
  return (
    <Scroll label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((c) => (
              <Head
                key={c.key}
                column={c}
                order={order}
                press={() => setOrder(pressed(order, c.key, c.numeric === true))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={id(row)}>
              {columns.map((c, i) =>
                i === 0 ? (
                  <th key={c.key} scope="row" class={c.numeric ? 'num' : undefined}>
                    {c.cell(row)}
                  </th>
                ) : (
                  <td key={c.key} class={c.numeric ? 'num' : undefined}>
                    {c.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
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
      {column.by ? (
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

/** A container that scrolls wide content, also with the arrow keys. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
