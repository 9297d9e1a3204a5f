/** The sort key of a row. Null sorts last in both directions. */
export type SortValue = string | number | null;

/** A column and a direction. */
export interface Order {
  key: string;
  down: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts rows by their values; the sort is stable. */
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

/** An order as text for an address: "-elo" for descending. */
export function textOf({ key, down }: Order): string {
  return down ? `-${key}` : key;
}

/** The order of a text; null without one. */
export function orderOf(text: string | null): Order | null {
  if (!text) return null;
  return text.startsWith('-') ? { key: text.slice(1), down: true } : { key: text, down: false };
}

/** The order after a click on a column's title: numbers start descending, names ascending. */
export function pressed(order: Order | null, key: string, numeric: boolean): Order {
  if (order?.key === key) return { key, down: !order.down };
  return { key, down: numeric };
}
