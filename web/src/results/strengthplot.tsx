import type { HistoryCommit, HistoryFindings } from '../api/types';
import { probability, signed } from '../ui/format';
import { scaleOf } from '../ui/scale';
import { CommitPlot, type Place } from './commitplot';
import { marksOf, short } from './commits';

/** A version whose strength is known, by its number in the line. */
interface Point {
  at: number;
  commit: HistoryCommit;
  elo: number;
  error: number;
  band: number;
}

/** The runs of versions that follow each other and have played: between them the band has a gap. */
export function runsOf(commits: readonly HistoryCommit[]): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const [at, commit] of commits.entries()) {
    const { elo, elo_error95: error, elo_band: band } = commit;
    if (elo === null || error === null || band === null) {
      run = [];
      continue;
    }
    if (run.length === 0) runs.push(run);
    run.push({ at, commit, elo, error, band });
  }
  return runs;
}

/** How strong each version is, with its own error and the band of all, and a line at each marked change. */
export function StrengthPlot({ findings: h }: { findings: HistoryFindings }) {
  const commits = h.commits ?? [];
  const runs = runsOf(commits);
  const points = runs.flat();
  if (points.length === 0) return null;
  const scale = scaleOf(
    Math.min(-10, ...points.map((p) => p.elo - p.band)),
    Math.max(10, ...points.map((p) => p.elo + p.band)),
  );
  return (
    <CommitPlot
      label={`Strength by commit: ${h.sentence}`}
      commits={commits.map((c) => c.commit)}
      scale={scale}
      name={signed}
    >
      {(place) => (
        <>
          {runs.map((run) => (
            <Band key={run[0]!.at} run={run} place={place} />
          ))}
          <Marks findings={h} place={place} />
          {points.map(({ at, commit, elo, error, band }) => (
            <g key={at}>
              <line
                class="error-bar"
                x1={place.x(at)}
                x2={place.x(at)}
                y1={place.y(elo - error)}
                y2={place.y(elo + error)}
              />
              <circle class="point" cx={place.x(at)} cy={place.y(elo)} r={3.5}>
                <title>{`${short(commit.commit)} ${commit.subject}: ${signed(elo)} ± ${Math.round(error)} Elo (all at once ± ${Math.round(band)}), ${commit.games} games`}</title>
              </circle>
            </g>
          ))}
        </>
      )}
    </CommitPlot>
  );
}

function Band({ run, place }: { run: readonly Point[]; place: Place }) {
  const edge = (sign: number) => {
    const inner = run.map((p) => [place.x(p.at), place.y(p.elo + sign * p.band)] as const);
    const [first, last] = [inner[0]!, inner.at(-1)!];
    const half = place.column / 2;
    return [[first[0] - half, first[1]] as const, ...inner, [last[0] + half, last[1]] as const];
  };
  return <polygon class="band" points={[...edge(1), ...edge(-1).reverse()].map((p) => p.join()).join(' ')} />;
}

function Marks({ findings: h, place }: { findings: HistoryFindings; place: Place }) {
  const at = new Map((h.commits ?? []).map((c, i) => [c.commit, i]));
  return (
    <>
      {marksOf(h).map((c) => {
        const [before, last] = [at.get(c.before), at.get(c.commit)];
        if (before === undefined || last === undefined) return null;
        const x = (place.x(before) + place.x(last)) / 2;
        const left = last > at.size / 2; // of the line, where there is room
        return (
          <g key={c.commit} class={c.elo > 0 ? 'gain' : 'loss'}>
            <line x1={x} x2={x} y1={place.top} y2={place.bottom} />
            <text x={x + (left ? -4 : 4)} y={place.top - 6} text-anchor={left ? 'end' : 'start'}>
              {signed(c.elo)}
              <title>{`${short(c.commit)}: ${signed(c.elo)} ± ${Math.round(c.elo_error95)} Elo, ${probability(c.probability)} probable`}</title>
            </text>
          </g>
        );
      })}
    </>
  );
}
