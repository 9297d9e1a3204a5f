import { useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Pair, Pairs } from '../api/types';
import { useAsync } from '../lib/async';
import type { Params } from '../lib/url';
import { exact, number } from '../ui/format';
import { Await } from '../ui/page';
import { type Column, CsvButton, Table } from '../ui/table';
import { to } from './links';
import { nameOf, useNames } from './names';
import { difference, largest } from './paired';
import { Scatter } from './scatter';
import { ScoreHistogram } from './scorehistogram';

const SHOWN = 6; // gains, and losses

interface Props {
  game: string;
  a: string;
  b: string;
  bots: readonly string[]; // to choose from
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
  const ids = [...new Set([a, b, ...bots])];
  useNames(ids);
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
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
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
        <b>{nameOf(a)}</b> is better on {found.better} of {found.starts} common starts and worse on{' '}
        {found.worse}; its mean score is {meanOf(found)}.
        {found.starts > pairs.length && ` Below are the latest ${pairs.length} starts.`}
      </p>
      <div class="solo">
        <Scatter pairs={pairs} a={nameOf(a)} b={nameOf(b)} ascending={found.ascending === true} />
        <ScoreHistogram pairs={pairs} a={nameOf(a)} b={nameOf(b)} />
      </div>
      <CsvButton caption="Scores by start" rows={rows} />
      <Differences
        caption="Largest gains"
        pairs={largest(pairs, found.ascending ? -1 : 1, SHOWN)}
        a={a}
        b={b}
      />
      <Differences
        caption="Largest losses"
        pairs={largest(pairs, found.ascending ? 1 : -1, SHOWN)}
        a={a}
        b={b}
      />
    </>
  );
}

function meanOf({ mean }: Pairs): string {
  if (mean === 0) return 'the same';
  return `${number(Math.abs(mean), 2)} ${mean < 0 ? 'lower' : 'higher'}`;
}

interface DifferencesProps {
  caption: string;
  pairs: readonly Pair[];
  a: string;
  b: string;
}

function Differences({ caption, pairs, a, b }: DifferencesProps) {
  if (pairs.length === 0) return null;
  const columns: readonly Column<Pair>[] = [
    {
      key: 'start',
      title: 'Start',
      by: (p) => p.start.name,
      cell: (p) => <a href={to.match(p.matches![0]!)}>{p.start.name}</a>,
    },
    {
      key: 'a',
      title: nameOf(a),
      numeric: true,
      by: (p) => p.scores![0]!,
      cell: (p) => exact(p.scores![0]!),
    },
    {
      key: 'b',
      title: nameOf(b),
      numeric: true,
      by: (p) => p.scores![1]!,
      cell: (p) => exact(p.scores![1]!),
    },
    {
      key: 'difference',
      title: 'Difference',
      numeric: true,
      by: difference,
      cell: (p) => exact(difference(p)),
    },
    {
      key: 'compare',
      title: 'Compare',
      csv: (p) => ({ match: p.matches![0]!, 'match against': p.matches![1]! }),
      cell: (p) => (
        <a href={to.compare(p.matches![0]!, p.matches![1]!)} aria-label={`compare ${p.start.name}`}>
          Compare
        </a>
      ),
    },
  ];
  return (
    <>
      <h3>{caption}</h3>
      <Table caption={caption} columns={columns} rows={pairs} id={(p) => p.matches![0]!} />
    </>
  );
}
