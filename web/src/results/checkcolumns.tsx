import type { Check } from '../api/types';
import type { Column } from '../ui/table';
import { Ago } from '../ui/time';
import { Elo } from './elo';
import { BotLink, runName, to } from './links';
import { State } from './tournamentstate';
import { Verdict } from './verdict';

/** The columns of a list of checks. */
export const checkColumns: readonly Column<Check>[] = [
  {
    key: 'id',
    title: 'Check',
    by: (c) => c.tournament.id,
    cell: (c) => (
      <a href={to.check(c.tournament.id)} title={c.tournament.id}>
        {runName(c.tournament.id)}
      </a>
    ),
  },
  { key: 'answer', title: 'Answer', by: (c) => c.answer, cell: (c) => <Verdict of={c.answer} /> },
  {
    key: 'candidate',
    title: 'Candidate',
    by: (c) => c.candidate,
    cell: (c) => <BotLink game={c.tournament.game} id={c.candidate} />,
  },
  {
    key: 'baseline',
    title: 'Baseline',
    by: (c) => c.baseline,
    cell: (c) => <BotLink game={c.tournament.game} id={c.baseline} />,
  },
  {
    key: 'elo',
    title: 'Elo ± 95 %',
    numeric: true,
    by: (c) => c.found.estimate.elo,
    cell: (c) => <Elo elo={c.found.estimate.elo} elo_error95={c.found.estimate.elo_error95} />,
  },
  {
    key: 'trials',
    title: 'Matches',
    numeric: true,
    by: (c) => c.tournament.matches,
  },
  {
    key: 'state',
    title: 'State',
    by: (c) => c.tournament.state,
    cell: (c) => <State of={c.tournament.state} />,
  },
  {
    key: 'created',
    title: 'Created',
    numeric: true,
    by: (c) => Date.parse(c.tournament.created_at),
    cell: (c) => <Ago at={c.tournament.created_at} />,
  },
];
