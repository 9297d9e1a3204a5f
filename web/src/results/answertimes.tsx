import type { Answers } from '../api/types';
import { duration, percent } from '../ui/format';
import { Table } from '../ui/table';

type Bar = NonNullable<Answers['times']>[number];
const WIDTH = 240;
const HEIGHT = 14;

/** A histogram of answer times. First answers, which have their own limit, are stacked at the end of each bar. */
export function TimeBars({ answers }: { answers: Answers }) {
  const bars = answers.times ?? [];
  const total = bars.reduce((sum, b) => sum + b.first + b.later, 0);
  if (total === 0) return null;
  const most = Math.max(...bars.map((b) => b.first + b.later));
  const rows = bars.map((bar, i) => ({ bar, i }));
  const x = (n: number) => (n / most) * WIDTH;
  return (
    <>
      <p class="muted">
        {total} answers in the latest {answers.matches} replays:
      </p>
      <Table
        caption="Answers by time"
        rows={rows}
        id={({ i }) => String(i)}
        lines
        columns={[
          { key: 'time', title: 'Time', cell: ({ bar, i }) => within(bar, bars[i - 1]) },
          {
            key: 'bars',
            title: 'Answers',
            cell: ({ bar }) => (
              <svg
                class="timebar"
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                width={WIDTH}
                height={HEIGHT}
                aria-hidden="true"
              >
                <rect class="later" width={x(bar.later)} height={HEIGHT} />
                <rect class="first" x={x(bar.later)} width={x(bar.first)} height={HEIGHT} />
              </svg>
            ),
          },
          {
            key: 'first',
            title: 'First',
            numeric: true,
            by: ({ bar }) => bar.first,
          },
          {
            key: 'later',
            title: 'Later',
            numeric: true,
            by: ({ bar }) => bar.later,
          },
          {
            key: 'share',
            title: 'Share',
            numeric: true,
            by: ({ bar }) => bar.first + bar.later,
            cell: ({ bar }) => percent((bar.first + bar.later) / total, 1),
          },
        ]}
      />
    </>
  );
}

/** The label of a bar: its range of times. */
export function within(bar: Bar, before: Bar | undefined): string {
  if (bar.up_to_ms === null) return `over ${duration(before?.up_to_ms ?? 0)}`;
  return `up to ${duration(bar.up_to_ms)}`;
}
