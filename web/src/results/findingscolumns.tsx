import type { FindingsStatus } from '../api/types';
import type { Column } from '../ui/table';
import { Ago } from '../ui/time';
import { typeset } from './commits';
import { runName, to } from './links';
import { State } from './tournamentstate';

/** The columns of a list of bisects and histories. */
export const findingsColumns: readonly Column<FindingsStatus>[] = [
  {
    key: 'tournament',
    title: 'Tournament',
    by: (f) => f.tournament,
    cell: (f) => (
      <a class="why" href={to.tournament(f.tournament)} title={f.tournament}>
        {runName(f.tournament)}
      </a>
    ),
  },
  { key: 'kind', title: 'Kind', by: (f) => f.kind },
  { key: 'game', title: 'Game', by: (f) => f.game, cell: (f) => <a href={to.game(f.game)}>{f.game}</a> },
  { key: 'path', title: 'Bot', by: (f) => f.path, cell: (f) => <code>{f.path}</code> },
  {
    key: 'sentence',
    title: 'Result',
    by: (f) => f.sentence,
    cell: (f) => <span class="why">{typeset(f.sentence)}</span>,
  },
  { key: 'state', title: 'State', by: (f) => f.state, cell: (f) => <State of={f.state} /> },
  { key: 'matches', title: 'Matches', numeric: true, by: (f) => f.matches },
  {
    key: 'changed',
    title: 'As of',
    numeric: true,
    by: (f) => Date.parse(f.changed_at),
    cell: (f) => <Ago at={f.changed_at} />,
  },
];
