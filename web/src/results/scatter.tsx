import type { Pair } from '../api/types';
import { number } from '../ui/format';
import { EDGE, ROOM, SIDE, Square } from '../ui/square';
import { difference } from './paired';

interface Props {
  pairs: readonly Pair[];
  a: string;
  b: string;
  ascending: boolean; // a smaller score is better
}

/** A point for each start: across the score of the first bot, up that of the second. */
export function Scatter({ pairs, a, b, ascending }: Props) {
  const all = pairs.flatMap((p) => p.scores!);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const place = (score: number) => ((score - low) / (high - low || 1)) * ROOM;
  const x = (score: number) => EDGE + place(score);
  const y = (score: number) => SIDE - EDGE - place(score);
  const middle = (SIDE - EDGE) / 2;
  return (
    <Square
      label={`${pairs.length} starts by the scores of ${a} and ${b}; the tables have the largest differences`}
      kind="scatter"
      ends={[number(low, 0), number(high, 0)]}
      start={EDGE}
      legend={
        <span>
          {ascending ? 'Above' : 'Below'} the line, {a} is better.
        </span>
      }
    >
      <line class="even" x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
      <line class="axis" x1={EDGE - 4} y1={y(low) + 4} x2={SIDE} y2={y(low) + 4} />
      <line class="axis" x1={EDGE - 4} y1={0} x2={EDGE - 4} y2={y(low) + 4} />
      {pairs.map((p) => (
        <circle
          key={p.matches![0]}
          class={signOf(p, ascending)}
          cx={x(p.scores![0]!)}
          cy={y(p.scores![1]!)}
          r={3.5}
        >
          <title>{`${p.start.name}: ${p.scores!.join(' and ')}`}</title>
        </circle>
      ))}
      <text x={EDGE + middle} y={SIDE - 2} text-anchor="middle">
        {a}
      </text>
      <text x={10} y={middle} text-anchor="middle" transform={`rotate(-90 10 ${middle})`}>
        {b}
      </text>
    </Square>
  );
}

function signOf(p: Pair, ascending: boolean): string {
  const better = ascending ? -difference(p) : difference(p);
  return better > 0 ? 'gain' : better < 0 ? 'loss' : 'same';
}
