import type { Match } from '../api/types';
import { reasonText } from '../replay/reason';
import { duration } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { FaultLink, TournamentLink, to } from './links';
import { Seats } from './matchseats';

const columns: readonly Column<Match>[] = [
  {
    key: 'match',
    title: 'Match',
    cell: (m) => (
      <a class="mono" href={to.match(m.id)}>
        {m.id.slice(0, 8)}
      </a>
    ),
  },
  { key: 'game', title: 'Game', by: (m) => m.game, cell: (m) => <a href={to.game(m.game)}>{m.game}</a> },
  { key: 'seats', title: 'Seats and scores', cell: (m) => <Seats match={m} /> },
  { key: 'start', title: 'Start', by: (m) => m.start.name, cell: (m) => m.start.name },
  {
    key: 'reason',
    title: 'Reason',
    by: (m) => m.reason,
    cell: (m) => reasonText(m.reason, m.faults) || m.state,
  },
  { key: 'turns', title: 'Turns', numeric: true, by: (m) => m.turns, cell: (m) => m.turns },
  {
    key: 'took',
    title: 'Duration',
    numeric: true,
    by: (m) => m.duration_ms,
    cell: (m) => duration(m.duration_ms),
  },
  { key: 'faults', title: 'Faults', by: (m) => (m.faults ?? []).length, cell: (m) => <Faults match={m} /> },
  {
    key: 'tournament',
    title: 'Tournament',
    by: (m) => m.tournament,
    cell: (m) => <TournamentLink id={m.tournament} />,
  },
  {
    key: 'played',
    title: 'Played',
    numeric: true,
    by: (m) => Date.parse(m.played_at),
    cell: (m) => <Ago at={m.played_at} />,
  },
];

const MOST_FAULTS = 2; // per match in a table; the match's page lists all

function Faults({ match }: { match: Match }) {
  const all = match.faults ?? [];
  const faults = all.filter((f) => !f.forgiven);
  const forgiven = all.filter((f) => f.forgiven);
  return (
    <>
      {faults.slice(0, MOST_FAULTS).map((f) => (
        <div key={`${f.turn}-${f.seat}`}>
          <FaultLink match={match.id} fault={f} />
        </div>
      ))}
      {faults.length > MOST_FAULTS && <small class="muted">and {faults.length - MOST_FAULTS} more</small>}
      {forgiven[0] && (
        <div>
          {forgiven.length} forgiven, first: <FaultLink match={match.id} fault={forgiven[0]} />
        </div>
      )}
    </>
  );
}

/** A table of matches; without omits columns whose value is the same in every row. */
export function MatchTable({
  caption,
  matches,
  without = [],
}: {
  caption: string;
  matches: readonly Match[];
  without?: readonly string[];
}) {
  return (
    <Table
      caption={caption}
      columns={columns.filter((c) => !without.includes(c.key))}
      rows={matches}
      id={(m) => m.id}
    />
  );
}
