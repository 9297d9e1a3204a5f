/** What a row is sorted by. Null is nothing to compare: it comes last in both directions. */
export type SortValue = string | number | null;

/** A column and a direction. */
export interface Order {
  key: string;
  down: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the rows in order of their values; equal rows stay as they were. */
export function sorted<R>(rows: readonly R[], value: (row: R) => SortValue, down: boolean): R[] {
  const sign = down ? -1 : 1;
  return rows.toSorted((a, b) => {
    const x = value(a);
    const y = value(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * collator.compare(String(x), String(y));
  });
}

/** The order after a press on a column's title: numbers begin with the largest, names with the first. */
export function pressed(order: Order | null, key: string, numeric: boolean): Order {
  if (order?.key === key) return { key, down: !order.down };
  return { key, down: numeric };
}
