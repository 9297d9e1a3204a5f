/** An axis from low to high with a line at each step. */
export interface Scale {
  low: number;
  high: number;
  step: number;
}

const LINES = 8; // about

/** The axis that covers two values, with steps of 1, 2, 5, 10, 20, 50 and so on. Both must be finite, and low below high. */
export function scaleOf(low: number, high: number): Scale {
  let step = 1;
  for (let i = 0; (high - low) / step > LINES; i++) step *= [2, 2.5, 2][i % 3]!;
  return { low: step * Math.floor(low / step), high: step * Math.ceil(high / step), step };
}

/** The lines of an axis. */
export function stepsOf({ low, high, step }: Scale): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
}
