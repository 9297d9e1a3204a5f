import type { Pair } from '../api/types';
import { number } from '../ui/format';
import { EDGE, ROOM, SIDE, Square } from '../ui/square';
import { histogram } from './paired';

const BINS = 16;

interface Props {
  pairs: readonly Pair[];
  a: string;
  b: string;
}

/** How often each bot has which score. */
export function ScoreHistogram({ pairs, a, b }: Props) {
  const bins = histogram(pairs, BINS);
  const names = [a, b];
  const most = Math.max(1, ...bins.flatMap((bin) => bin.counts));
  const step = (SIDE - 4) / bins.length;
  const height = (n: number) => (n / most) * ROOM;
  return (
    <Square
      label={`Histogram of the scores of ${a} and ${b}`}
      kind="histogram"
      ends={[number(bins[0]!.low, 0), number(bins.at(-1)!.high, 0)]}
      start={2}
      legend={
        <>
          {names.map((name, bot) => (
            <span key={bot} class="key">
              <i class={`swatch bot-${bot}`} /> {name}
            </span>
          ))}
          <span class="muted">
            The highest bar: {most} {most === 1 ? 'start' : 'starts'}.
          </span>
        </>
      }
    >
      {bins.map(({ low, high, counts }, i) => (
        <g key={low}>
          {counts.map(
            (n, bot) =>
              n > 0 && (
                <rect
                  key={bot}
                  class={`bot-${bot}`}
                  x={2 + i * step + (bot * step) / 2}
                  y={SIDE - EDGE - height(n)}
                  width={Math.max(1, step / 2 - 1)}
                  height={height(n)}
                >
                  <title>{`${names[bot]}: ${n} from ${low} to below ${high}`}</title>
                </rect>
              ),
          )}
        </g>
      ))}
    </Square>
  );
}
