/** A value of a table. */
export type Cell = string | number | null | undefined;

/**
 * The rows as CSV of RFC 4180, the first one being the header. A text that a spreadsheet would take for a formula,
 * and that may be of a bot, begins with an apostrophe; numbers are left as they are.
 */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** Whether a spreadsheet takes a text for a formula: it begins like one and is no number such as -12.5. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?%?$/i.test(text);
}

function quoted(value: Cell): string {
  const text = typeof value === 'string' && isFormula(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
