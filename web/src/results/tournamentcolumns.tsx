import type { TournamentStatus } from '../api/types';
import type { Column } from '../ui/table';
import { Ago } from '../ui/time';
import { RunLink, to } from './links';
import { State } from './tournamentstate';

/** The columns of tournaments. */
export const tournamentColumns: readonly Column<TournamentStatus>[] = [
  { key: 'id', title: 'Tournament', by: (r) => r.id, cell: (r) => <RunLink run={r} /> },
  { key: 'game', title: 'Game', by: (r) => r.game, cell: (r) => <a href={to.game(r.game)}>{r.game}</a> },
  { key: 'state', title: 'State', by: (r) => r.state, cell: (r) => <State of={r.state} /> },
  { key: 'bots', title: 'Bots', numeric: true, by: (r) => r.bots },
  { key: 'matches', title: 'Played', numeric: true, by: (r) => r.matches },
  {
    key: 'created',
    title: 'Created',
    numeric: true,
    by: (r) => Date.parse(r.created_at),
    cell: (r) => <Ago at={r.created_at} />,
  },
];
