import { reasonText } from '../replay/reason';
import { percent } from '../ui/format';
import { Table } from '../ui/table';

interface Count {
  name: string;
  n: number;
}

/** The number of matches by reason, with links to them. */
export function Reasons({
  reasons,
  matches,
  tournament,
}: {
  reasons: readonly Count[];
  matches: number;
  tournament: string;
}) {
  return (
    <Table
      caption="Matches by reason"
      rows={reasons}
      id={(r) => r.name}
      columns={[
        {
          key: 'reason',
          title: 'Reason',
          by: (r) => r.name,
          cell: (r) => (
            <a href={`/matches?${new URLSearchParams({ tournament, reason: r.name })}`}>
              {reasonText(r.name)}
            </a>
          ),
        },
        { key: 'n', title: 'Matches', numeric: true, by: (r) => r.n },
        {
          key: 'share',
          title: 'Share',
          numeric: true,
          by: (r) => r.n,
          cell: (r) => percent(r.n / matches, 1),
        },
      ]}
    />
  );
}
