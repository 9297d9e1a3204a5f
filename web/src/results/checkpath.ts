import type { Check } from '../api/types';
import type { Curve } from '../ui/chart';
import { number } from '../ui/format';
import { answersOf } from './verdict';

const MOST_POINTS = 2000; // more than a screen has pixels

/** The figure of a test: the curves of its path and of its bounds, and what the values are. */
export interface Figure {
  xs: number[];
  curves: Curve[];
  about: string;
}

type Path = NonNullable<Check['path']>;

const BOUND = { candidate: { token: 'good', dash: [8, 4] }, baseline: { token: 'danger', dash: [2, 4] } };

/** The figure of the test that decided a check or, before that, of the one that most checks are decided by. */
export function pathFigure(check: Check, path: Path): Figure {
  const values = path.values ?? [];
  const zero = path.by !== 'confidence sequence' && path.from === 1; // these begin at 0
  const all = zero ? [0, ...values] : values;
  const first = zero ? 0 : path.from;
  const shown = thinned(all.length);
  const xs = shown.map((i) => first + i);
  const curve = (name: string, of: readonly number[], dash: number[] = []): Curve => ({
    ...{ name, token: 'accent', dash },
    values: shown.map((i) => of[i] ?? null),
  });
  const bound = (side: keyof typeof BOUND, name: string, at: number): Curve => ({
    ...{ name, ...BOUND[side] },
    values: xs.map(() => at),
  });
  const { name, bounds, about } = wordsOf(check, path);
  return {
    ...{ xs, about },
    curves: [
      curve(name, all),
      ...(path.lows ? [curve('at least', path.lows, [4, 3])] : []),
      ...(path.highs ? [curve('at most', path.highs, [1, 3])] : []),
      ...(path.upper === undefined ? [] : [bound(bounds.upperSide, bounds.upper, path.upper)]),
      ...(path.lower === undefined ? [] : [bound(bounds.lowerSide, bounds.lower, path.lower)]),
    ],
  };
}

interface Words {
  name: string; // of the path
  bounds: {
    upper: string;
    lower: string;
    upperSide: keyof typeof BOUND;
    lowerSide: keyof typeof BOUND;
  };
  about: string;
}

function wordsOf(check: Check, { by, lower, upper }: Path): Words {
  const [good, bad] = answersOf(check);
  const refused = check.answer === bad;
  const sides = { upperSide: 'candidate', lowerSide: 'baseline' } as const;
  switch (by) {
    case 'betting':
      return {
        name: 'what a stake of 1 became (logarithm)',
        bounds: {
          ...sides,
          ...(refused && { upperSide: 'baseline' as const }),
          upper: `${check.answer} at ${number(upper, 2)}, a stake that became ${number(Math.exp(upper ?? 0), 0)}`,
          lower: '',
        },
        about: `A bet ${refused ? 'against' : 'on'} the candidate. If it were wrong, a stake would grow so far in at most one of ${number(Math.exp(upper ?? 0), 0)} checks.`,
      };
    case 'same play':
      return {
        name: 'starts on which both played the same',
        bounds: { ...sides, upper: `${check.answer} at ${number(upper, 0)}`, lower: '' },
        about:
          'Both bots play the same moves, start by start: a change that nothing shows changes no strength.',
      };
    case 'confidence sequence':
      return {
        name: 'mean difference of the scores',
        bounds: {
          ...sides,
          upperSide: 'baseline',
          lowerSide: 'candidate',
          upper: `${bad} when all of the interval is below ${number(upper, 2)}`,
          lower: `${good} when all of it is above ${number(lower, 2)}`,
        },
        about: 'The mean difference with an interval that holds after every start.',
      };
  }
  return {
    name: 'evidence for the candidate',
    bounds: { ...sides, upper: `${good} at ${number(upper, 2)}`, lower: `${bad} at ${number(lower, 2)}` },
    about:
      'How much likelier the results are if the candidate is as good as asked than if it is not, as a logarithm. The check ends at a bound.',
  };
}

/** Indices of at most MOST_POINTS values, the last one among them. */
function thinned(length: number): number[] {
  const step = Math.max(1, Math.ceil(length / MOST_POINTS));
  const all: number[] = [];
  for (let i = 0; i < length; i += step) all.push(i);
  if (length > 0 && all.at(-1) !== length - 1) all.push(length - 1);
  return all;
}
