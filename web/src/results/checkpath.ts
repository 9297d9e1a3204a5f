import type { Check } from '../api/types';
import type { Curve } from '../ui/chart';
import { number } from '../ui/format';

const MOST_POINTS = 2000; // more than a screen has pixels

/** The curves of a check: the LLR after each start, and its two bounds. */
export function llrCurves(found: Check['found']): { xs: number[]; curves: Curve[] } {
  const llrs = found.llrs ?? [];
  const step = Math.max(1, Math.ceil(llrs.length / MOST_POINTS));
  const xs = [0];
  const values = [0];
  for (const [i, llr] of llrs.entries()) {
    if ((i + 1) % step !== 0 && i !== llrs.length - 1) continue;
    xs.push(i + 1);
    values.push(llr);
  }
  const { lower, upper } = found.test;
  const bound = (verdict: Check['verdict'], token: string, dash: number[], at: number) => ({
    name: `${verdict} at ${number(at, 2)}`,
    token,
    dash,
    values: xs.map(() => at),
  });
  return {
    xs,
    curves: [
      { name: 'LLR', token: 'accent', dash: [], values },
      bound('no regression', 'good', [8, 4], upper),
      bound('regression', 'danger', [2, 4], lower),
    ],
  };
}
