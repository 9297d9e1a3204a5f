import type { Duel, Matrix, Tournament } from '../api/types';
import type { Params } from '../lib/url';
import { number, percent, probability } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Elo } from './elo';
import { BotLink, to } from './links';
import { points, Record, total } from './record';

const MOST = 500; // nobody reads more rows

/** The pairings of a tournament with their results and links to their matches. */
export function Pairings({ matrix, tournament: t }: { matrix: Matrix; tournament: Tournament }) {
  const duels = duelsOf(matrix);
  if (duels.length === 0) return null;
  return (
    <details class="short">
      <summary>
        {duels.length} {duels.length === 1 ? 'pairing' : 'pairings'}
      </summary>
      <Table
        caption="Pairings"
        columns={columnsOf(t)}
        rows={duels.slice(0, MOST)}
        id={(d) => `${d.a} ${d.b}`}
      />
      {duels.length > MOST && <p class="muted">Only the first {MOST} are shown.</p>}
    </details>
  );
}

/** The played duels of a matrix, each once and from the point of view of the higher-ranked bot. */
export function duelsOf(matrix: Matrix): Duel[] {
  return (matrix.matrix ?? []).flatMap((row, i) =>
    (row ?? []).slice(i + 1).filter((d) => total(d.games) > 0),
  );
}

/** Selects the matches of a duel in a list. */
export function matchesOf(tournament: string, { a, b }: Duel): Params {
  return { tournament, bot: a, filter: `bot=${a},opponent=${b}` };
}

function columnsOf({ id, game }: Tournament): Column<Duel>[] {
  return [
    { key: 'a', title: 'Bot', by: (d) => d.a, cell: (d) => <BotLink game={game} id={d.a} /> },
    { key: 'b', title: 'Against', by: (d) => d.b, cell: (d) => <BotLink game={game} id={d.b} /> },
    {
      key: 'matches',
      title: 'Matches',
      numeric: true,
      by: (d) => total(d.games),
      cell: (d) => <a href={to.matches(matchesOf(id, d))}>{number(total(d.games))}</a>,
    },
    {
      key: 'wdl',
      title: 'W-D-L',
      numeric: true,
      by: (d) => d.games.wins,
      csv: ({ games: g }) => ({ wins: g.wins, draws: g.draws, losses: g.losses }),
      cell: (d) => <Record games={d.games} bot={d.a} of={matchesOf(id, d)} />,
    },
    {
      key: 'score',
      title: 'Score',
      numeric: true,
      by: (d) => points(d.games),
      cell: (d) => percent(points(d.games), 1),
    },
    {
      key: 'elo',
      title: 'Elo ± 95 %',
      numeric: true,
      by: (d) => d.estimate.elo,
      cell: (d) => <Elo elo={d.estimate.elo} elo_error95={d.estimate.elo_error95} />,
    },
    {
      key: 'los',
      title: 'Stronger',
      about: 'How probable it is that the first bot is the stronger one.',
      numeric: true,
      by: (d) => d.estimate.los,
      csv: (d) => ({ stronger: d.estimate.los }),
      cell: (d) => probability(d.estimate.los),
    },
  ];
}
