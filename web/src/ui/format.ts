/** The placeholder for a missing number. */
export const NONE = '–';

const MINUS = '−'; // as wide as a plus, so that columns align

/** A text that begins with a capital letter, for what the server says in the middle of its own sentences. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A whole number with its sign: +12, −3. */
export function signed(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const whole = Math.round(value);
  if (whole === 0) return '0';
  return whole > 0 ? `+${whole}` : `${MINUS}${-whole}`;
}

/** A share of 1 in percent. Shares other than 0 and 1 are never rounded to 0 % or 100 %. */
export function percent(share: number | null | undefined, digits = 0): string {
  if (share === null || share === undefined) return NONE;
  const text = (share * 100).toFixed(digits);
  const least = 10 ** -digits;
  if (share < 1 && Number(text) === 100) return `> ${(100 - least).toFixed(digits)} %`;
  if (share > 0 && Number(text) === 0) return `< ${least.toFixed(digits)} %`;
  return `${text} %`;
}

/**
 * A probability in percent, below 1 % and above 99 % with one decimal at least. What is estimated is never certain: the
 * ends are "under 0.1 %" and "over 99.9 %". The texts of the server have the same (rating.Probability in Go).
 */
export function probability(p: number | null | undefined, digits = 0): string {
  if (p === null || p === undefined) return NONE;
  const shown = p < 0.01 || p > 0.99 ? Math.max(digits, 1) : digits;
  const least = 10 ** -shown;
  if (100 * p < least) return `under ${least.toFixed(shown)} %`;
  if (100 * p > 100 - least) return `over ${(100 - least).toFixed(shown)} %`;
  return `${(100 * p).toFixed(shown)} %`;
}

/** A number with at most the given number of decimals. */
export function number(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined) return NONE;
  return Number(value.toFixed(digits))
    .toLocaleString('en', { maximumFractionDigits: digits })
    .replace('-', MINUS);
}

/** A score as it is, with all of its decimals. */
export function exact(value: number | null | undefined): string {
  return number(value, 9);
}

/** A figure with its error, with as many decimals as their size asks for: 0.31 ± 0.08, 12.4 ± 3.1, 420 ± 90. */
export function plusMinus(value: number, error: number): string {
  const size = Math.max(Math.abs(value), error);
  const digits = size >= 100 ? 0 : size >= 2 ? 1 : 2;
  return `${value.toFixed(digits).replace('-', MINUS)} ± ${error.toFixed(digits)}`;
}

/** Formats milliseconds in a readable unit: 0.4 ms, 35 ms, 1.2 s, 3 min, 2 h 5 min. */
export function duration(ms: number): string {
  if (ms > 0 && ms < 0.05) return '< 0.1 ms';
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  if (ms < 10_000) return `${Number((ms / 1000).toFixed(1))} s`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(0)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.round(hours / 24)} days`;
}

/** The time since a moment: 3 min ago. */
export function ago(at: string, now = Date.now()): string {
  const ms = now - Date.parse(at);
  return ms < 1000 ? 'just now' : `${duration(ms)} ago`;
}
