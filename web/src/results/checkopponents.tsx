import type { Games } from '../api/types';
import { Table } from '../ui/table';
import type { OpponentGames } from './checkstatus';
import { BotLink } from './links';
import { record } from './record';

interface Props {
  game: string;
  opponents: Readonly<Record<string, OpponentGames>>;
}

/** The results of candidate and baseline against each opponent of a check. */
export function CheckOpponents({ game, opponents }: Props) {
  return (
    <Table
      caption="Results by opponent"
      rows={Object.entries(opponents)}
      id={([bot]) => bot}
      columns={[
        {
          key: 'bot',
          title: 'Opponent',
          by: ([bot]) => bot,
          cell: ([bot]) => <BotLink game={game} id={bot} />,
        },
        {
          key: 'candidate',
          title: 'Candidate, W-D-L',
          numeric: true,
          by: ([, o]) => points(o.candidate),
          cell: ([, o]) => record(o.candidate),
        },
        {
          key: 'baseline',
          title: 'Baseline, W-D-L',
          numeric: true,
          by: ([, o]) => points(o.baseline),
          cell: ([, o]) => record(o.baseline),
        },
      ]}
    />
  );
}

/** The points of some games: 1 for a win, 1/2 for a draw. */
function points({ wins, draws }: Games): number {
  return wins + draws / 2;
}
