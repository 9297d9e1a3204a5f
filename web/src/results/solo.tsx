import { useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Pair, Pairs } from '../api/types';
import { useAsync } from '../lib/async';
import type { Params } from '../lib/url';
import { number } from '../ui/format';
import { Await } from '../ui/page';
import { type Column, CsvButton, Table } from '../ui/table';
import { to } from './links';
import { type Bin, difference, histogram, largest } from './paired';

const SHOWN = 6; // gains, and losses
const BINS = 16;

interface Props {
  game: string;
  a: string;
  b: string;
  bots: readonly { id: string }[]; // to choose from
  of?: Params; // selects the matches further
}

/** Two bots of a solo game on the same starts: a point for each start, the largest differences, and all scores. */
export function SoloComparison({ game, a: first, b: second, bots, of = {} }: Props) {
  const [a, setA] = useState(first);
  const [b, setB] = useState(second);
  const pairs = useAsync(
    (signal) => get('/api/ratings/{game}/pairs', { ...of, game, a, b }, signal),
    [game, a, b, of],
  );
  const ids = [...new Set([a, b, ...bots.map((bot) => bot.id)])];
  return (
    <>
      <div class="filters">
        <Choose label="Bot" ids={ids} value={a} set={setA} />
        <Choose label="Against" ids={ids} value={b} set={setB} />
      </div>
      <Await result={pairs}>
        {(found) =>
          found.starts === 0 ? (
            <p class="muted">The two have no start in common.</p>
          ) : (
            <Comparison found={found} a={a} b={b} />
          )
        }
      </Await>
    </>
  );
}

interface ChooseProps {
  label: string;
  ids: readonly string[];
  value: string;
  set: (id: string) => void;
}

function Choose({ label, ids, value, set }: ChooseProps) {
  return (
    <div>
      <label>
        {label}
        <br />
        <select value={value} onChange={(e) => set(e.currentTarget.value)}>
          {ids.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Comparison({ found, a, b }: { found: Pairs; a: string; b: string }) {
  const pairs = found.pairs ?? [];
  const rows = () => [
    ['start', a, b, 'match', 'match against'],
    ...pairs.map((p) => [p.start.name, ...p.scores!, ...p.matches!]),
  ];
  return (
    <>
      <p>
        <b>{a}</b> is better on {found.better} of {found.starts} common starts and worse on {found.worse}; its
        mean score is {number(Math.abs(found.mean), 2)} {found.mean < 0 ? 'lower' : 'higher'}.
        {found.starts > pairs.length && ` Below are the latest ${pairs.length} starts.`}
      </p>
      <div class="solo">
        <Scatter pairs={pairs} a={a} b={b} />
        <Histogram bins={histogram(pairs, BINS)} a={a} b={b} />
      </div>
      <CsvButton caption="Scores by start" rows={rows} />
      <Differences caption="Largest gains" pairs={largest(pairs, 1, SHOWN)} a={a} b={b} />
      <Differences caption="Largest losses" pairs={largest(pairs, -1, SHOWN)} a={a} b={b} />
    </>
  );
}

const SIZE = 320;
const EDGE = 34; // for the numbers of the axes

/** A point for each start: across the score of the first bot, up that of the second. */
function Scatter({ pairs, a, b }: { pairs: readonly Pair[]; a: string; b: string }) {
  const all = pairs.flatMap((p) => p.scores!);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const place = (score: number) => ((score - low) / (high - low || 1)) * (SIZE - EDGE - 10);
  const x = (score: number) => EDGE + place(score);
  const y = (score: number) => SIZE - EDGE - place(score);
  return (
    <figure class="chart">
      <svg
        class="scatter"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`${pairs.length} starts by the scores of ${a} and ${b}; the tables have the largest differences`}
      >
        <line class="even" x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
        <line class="axis" x1={EDGE - 4} y1={y(low) + 4} x2={SIZE} y2={y(low) + 4} />
        <line class="axis" x1={EDGE - 4} y1={0} x2={EDGE - 4} y2={y(low) + 4} />
        {pairs.map((p) => (
          <circle key={p.matches![0]} class={signOf(p)} cx={x(p.scores![0]!)} cy={y(p.scores![1]!)} r={3.5}>
            <title>{`${p.start.name}: ${p.scores!.join(' and ')}`}</title>
          </circle>
        ))}
        <text x={EDGE} y={SIZE - 14}>
          {number(low, 0)}
        </text>
        <text x={SIZE} y={SIZE - 14} text-anchor="end">
          {number(high, 0)}
        </text>
        <text x={EDGE + (SIZE - EDGE) / 2} y={SIZE - 2} text-anchor="middle">
          {a}
        </text>
        <text
          x={10}
          y={(SIZE - EDGE) / 2}
          text-anchor="middle"
          transform={`rotate(-90 10 ${(SIZE - EDGE) / 2})`}
        >
          {b}
        </text>
      </svg>
      <figcaption>
        <span>Below the line, {a} is better.</span>
      </figcaption>
    </figure>
  );
}

function signOf(p: Pair): string {
  return difference(p) > 0 ? 'gain' : difference(p) < 0 ? 'loss' : 'same';
}

/** How often each bot has which score. */
function Histogram({ bins, a, b }: { bins: readonly Bin[]; a: string; b: string }) {
  const most = Math.max(1, ...bins.flatMap((bin) => bin.counts));
  const step = (SIZE - 4) / bins.length;
  const height = (n: number) => (n / most) * (SIZE - EDGE - 10);
  return (
    <figure class="chart">
      <svg
        class="histogram"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`Histogram of the scores of ${a} and ${b}`}
      >
        {bins.map((bin, i) => (
          <g key={bin.low}>
            {bin.counts.map(
              (n, bot) =>
                n > 0 && (
                  <rect
                    key={bot === 0 ? a : b}
                    class={`bot-${bot}`}
                    x={2 + i * step + (bot * step) / 2}
                    y={SIZE - EDGE - height(n)}
                    width={Math.max(1, step / 2 - 1)}
                    height={height(n)}
                  >
                    <title>{`${bot === 0 ? a : b}: ${n} from ${bin.low} to below ${bin.high}`}</title>
                  </rect>
                ),
            )}
          </g>
        ))}
        <text x={2} y={SIZE - 14}>
          {number(bins[0]!.low, 0)}
        </text>
        <text x={SIZE} y={SIZE - 14} text-anchor="end">
          {number(bins.at(-1)!.high, 0)}
        </text>
      </svg>
      <figcaption>
        <span class="key">
          <i class="swatch bot-0" /> {a}
        </span>
        <span class="key">
          <i class="swatch bot-1" /> {b}
        </span>
      </figcaption>
    </figure>
  );
}

function Differences({
  caption,
  pairs,
  a,
  b,
}: {
  caption: string;
  pairs: readonly Pair[];
  a: string;
  b: string;
}) {
  if (pairs.length === 0) return null;
  const columns: readonly Column<Pair>[] = [
    {
      key: 'start',
      title: caption,
      by: (p) => p.start.name,
      cell: (p) => <a href={to.match(p.matches![0]!)}>{p.start.name}</a>,
    },
    { key: 'a', title: a, numeric: true, by: (p) => p.scores![0]!, cell: (p) => number(p.scores![0]!, 0) },
    { key: 'b', title: b, numeric: true, by: (p) => p.scores![1]!, cell: (p) => number(p.scores![1]!, 0) },
    {
      key: 'difference',
      title: 'Difference',
      numeric: true,
      by: difference,
      cell: (p) => number(difference(p), 0),
    },
    {
      key: 'compare',
      title: 'Compare',
      csv: (p) => ({ match: p.matches![0]!, 'match against': p.matches![1]! }),
      cell: (p) => (
        <a href={to.compare(p.matches![0]!, p.matches![1]!)} aria-label={`compare ${p.start.name}`}>
          compare
        </a>
      ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={pairs} id={(p) => p.matches![0]!} />;
}
