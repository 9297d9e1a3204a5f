import type { FaultGroup, Faults } from '../api/types';
import type { Params } from '../lib/url';
import { type Column, Table } from '../ui/table';
import { to } from './links';

const columns: readonly Column<FaultGroup>[] = [
  {
    key: 'why',
    title: 'Fault',
    by: (g) => g.example,
    cell: (g) => (
      <span class="why">
        <b>{g.kind}</b>: {g.example}
        {g.stderr && <pre class="stderr">{g.stderr}</pre>}
      </span>
    ),
  },
  { key: 'count', title: 'Matches', numeric: true, by: (g) => g.count },
  {
    key: 'latest',
    title: 'Latest',
    csv: (g) => ({ kind: g.kind, match: g.match, seat: g.seat, turn: g.turn }),
    cell: (g) => (
      <a class="fault" href={to.turn(g.match, g.turn, g.seat)}>
        turn {g.turn}
      </a>
    ),
  },
];

const BRIEF = 4; // messages on a phone

interface Props {
  faults: Faults;
  most?: number;
  all: Params; // selects the matches with these faults in a list
}

/** Faults grouped by their message, the most frequent first, each with a link to the turn of the latest one. */
export function FaultGroups({ faults, most = Number.POSITIVE_INFINITY, all }: Props) {
  const groups = faults.groups ?? [];
  if (groups.length === 0) return <p class="muted">None.</p>;
  return (
    <>
      <Table
        caption="Faults by message"
        columns={columns}
        rows={groups.slice(0, most)}
        id={(g) => `${g.kind} ${g.message}`}
        brief={BRIEF}
      />
      <p class="muted">
        {groups.length > most && `The ${most} most frequent of ${groups.length} messages. `}
        <a href={to.matches(all)}>
          {faults.total === 1 ? 'The match with a fault' : `All ${faults.total} matches with a fault`}
        </a>
        {faults.examined < faults.total && `; the latest ${faults.examined} are counted here`}.
      </p>
    </>
  );
}
