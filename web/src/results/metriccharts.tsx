import { useMemo } from 'preact/hooks';
import type { Answers } from '../api/types';
import { Chart, type Curve } from '../ui/chart';

type Metric = NonNullable<Answers['metrics']>[number];

/** Each metric by turn: its mean, minimum and maximum over the matches. */
export function MetricCharts({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <>
      {metrics.map((m) => (
        <MetricChart key={m.name} metric={m} />
      ))}
    </>
  );
}

function MetricChart({ metric }: { metric: Metric }) {
  const { xs, curves } = useMemo(() => curvesOf(metric), [metric]);
  return <Chart label={`${metric.name} by turn`} xLabel="turn" xs={xs} curves={curves} />;
}

/** The curves of a metric: mean, minimum and maximum. */
export function curvesOf({ name, turns }: Metric): { xs: number[]; curves: Curve[] } {
  const points = turns ?? [];
  const curve = (label: string, token: string, dash: number[], key: 'mean' | 'low' | 'high') => ({
    name: label,
    token,
    dash,
    values: points.map((p) => p[key]),
  });
  return {
    xs: points.map((p) => p.turn),
    curves: [
      curve(`${name}, mean`, 'accent', [], 'mean'),
      curve('minimum', 'muted', [2, 3], 'low'),
      curve('maximum', 'muted', [6, 3], 'high'),
    ],
  };
}
