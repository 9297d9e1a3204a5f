import type { BisectFindings } from '../api/types';
import { probability } from '../ui/format';
import { scaleOf } from '../ui/scale';
import { CommitPlot } from './commitplot';
import { short } from './commits';

const WIDEST = 48; // pixels of a bar
const LEAST_HIGH = 10; // percent at the top of a plot in which all are hardly suspected

/** How probable it is of each commit that it changed the strength. */
export function SuspicionPlot({ findings: b }: { findings: BisectFindings }) {
  const commits = b.commits ?? [];
  if (commits.length === 0) return null;
  const scale = scaleOf(0, Math.max(LEAST_HIGH, ...commits.map((c) => 100 * c.probability)));
  return (
    <CommitPlot
      label={`Probability by commit: ${b.sentence}`}
      commits={commits.map((c) => c.commit)}
      scale={scale}
      name={(value) => `${value} %`}
    >
      {({ x, y, column, bottom }) =>
        commits.map((c, i) => {
          const top = y(100 * c.probability);
          const width = Math.min(WIDEST, 0.8 * column);
          return (
            <rect
              key={c.commit}
              class={`suspicion ${namedOf(b).has(c.commit) ? (b.gain ? 'gain' : 'loss') : ''}`}
              x={x(i) - width / 2}
              y={Math.min(top, bottom - 1)}
              width={width}
              height={Math.max(1, bottom - top)}
            >
              <title>{`${short(c.commit)} ${c.subject}: ${probability(c.probability, 1)}`}</title>
            </rect>
          );
        })
      }
    </CommitPlot>
  );
}

/** The commits that were named, with those that no game can tell from them. */
export function namedOf(b: BisectFindings): Set<string> {
  const all = new Set<string>();
  for (const f of [b, b.second]) {
    if (f?.commit) all.add(f.commit);
    for (const commit of f?.group ?? []) all.add(commit);
  }
  return all;
}
