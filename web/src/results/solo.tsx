import { useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Match } from '../api/types';
import { useAsync } from '../lib/async';
import type { Params } from '../lib/url';
import { number } from '../ui/format';
import { Await } from '../ui/page';
import { type Column, CsvButton, Table } from '../ui/table';
import { to } from './links';
import { type Bin, histogram, largest, type Pair, pairsOf } from './paired';

const PAGE = 200;
const MOST = 1000; // matches of each bot
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
    async (signal) => {
      const [as, bs] = await Promise.all([
        latest({ ...of, game, bot: a }, signal),
        latest({ ...of, game, bot: b }, signal),
      ]);
      return pairsOf(as, bs);
    },
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
          found.length === 0 ? (
            <p class="muted">The two have no start in common.</p>
          ) : (
            <Comparison pairs={found} a={a} b={b} />
          )
        }
      </Await>
    </>
  );
}

/** The latest matches of a list, page by page. */
async function latest(asked: Params, signal: AbortSignal): Promise<Match[]> {
  const all: Match[] = [];
  let cursor: string | undefined;
  do {
    const page = await get('/api/matches', { ...asked, limit: PAGE, cursor }, signal);
    all.push(...(page.matches ?? []));
    cursor = page.next;
  } while (cursor && all.length < MOST);
  return all;
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

function Comparison({ pairs, a, b }: { pairs: readonly Pair[]; a: string; b: string }) {
  const won = pairs.filter((p) => p.scores[0] > p.scores[1]).length;
  const lost = pairs.filter((p) => p.scores[0] < p.scores[1]).length;
  const mean = pairs.reduce((sum, p) => sum + p.scores[0] - p.scores[1], 0) / pairs.length;
  const rows = () => [
    ['start', a, b, 'match', 'match against'],
    ...pairs.map((p) => [p.start, ...p.scores, p.a.id, p.b.id]),
  ];
  return (
    <>
      <p>
        <b>{a}</b> is better on {won} of {pairs.length} common starts and worse on {lost}; its mean score is{' '}
        {number(Math.abs(mean), 2)} {mean < 0 ? 'lower' : 'higher'}.
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
  const all = pairs.flatMap((p) => p.scores);
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
          <circle key={p.a.id} class={signOf(p)} cx={x(p.scores[0])} cy={y(p.scores[1])} r={3.5}>
            <title>{`${p.start}: ${p.scores[0]} and ${p.scores[1]}`}</title>
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

function signOf({ scores: [a, b] }: Pair): string {
  return a > b ? 'gain' : a < b ? 'loss' : 'same';
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
            {bin.counts.map((n, bot) => (
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
            ))}
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
      by: (p) => p.start,
      cell: (p) => <a href={to.match(p.a.id)}>{p.start}</a>,
    },
    { key: 'a', title: a, numeric: true, by: (p) => p.scores[0], cell: (p) => number(p.scores[0], 0) },
    { key: 'b', title: b, numeric: true, by: (p) => p.scores[1], cell: (p) => number(p.scores[1], 0) },
    {
      key: 'difference',
      title: 'Difference',
      numeric: true,
      by: (p) => p.scores[0] - p.scores[1],
      cell: (p) => number(p.scores[0] - p.scores[1], 0),
    },
    {
      key: 'compare',
      title: 'Compare',
      csv: (p) => ({ match: p.a.id, 'match against': p.b.id }),
      cell: (p) => (
        <a href={to.compare(p.a.id, p.b.id)} aria-label={`compare ${p.start}`}>
          compare
        </a>
      ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={pairs} id={(p) => p.a.id} />;
}
