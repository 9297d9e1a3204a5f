import type { Line, Standings } from '../api/types';
import { NONE, number, percent } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Elo, Interval, type Range, rangeOf } from './elo';
import { BotLink } from './links';
import { record } from './record';

/** The standings with the error of each rating, and the server's notes on them. */
export function StandingsTable({ game, standings }: { game: string; standings: Standings }) {
  const lines = standings.lines ?? [];
  const columns = columnsOf(game, rangeOf(lines), lines);
  return (
    <>
      <Table caption="Standings" columns={columns} rows={lines} id={(l) => l.bot} />
      {(standings.notes ?? []).map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </>
  );
}

function columnsOf(game: string, range: Range, lines: readonly Line[]): Column<Line>[] {
  const columns: Column<Line>[] = [
    { key: 'place', title: '#', numeric: true, by: (l) => l.place, cell: (l) => l.place },
    { key: 'bot', title: 'Bot', by: (l) => l.bot, cell: (l) => <BotLink game={game} id={l.bot} /> },
    {
      key: 'elo',
      title: 'Elo ± 95 %',
      about: 'Rating fitted to all matches, with its 95 % confidence interval.',
      numeric: true,
      by: (l) => l.elo,
      cell: (l) => <Elo elo={l.elo} error95={l.error95} />,
    },
    {
      key: 'bar',
      title: 'Range',
      cell: (l) => <Interval elo={l.elo} error95={l.error95} range={range} />,
    },
    {
      key: 'los',
      title: 'LOS',
      about: 'Likelihood of superiority over the next bot.',
      numeric: true,
      by: (l) => l.los,
      cell: (l) => percent(l.los),
    },
    { key: 'matches', title: 'Matches', numeric: true, by: (l) => l.matches, cell: (l) => l.matches },
    { key: 'wdl', title: 'W-D-L', numeric: true, by: (l) => l.games.wins, cell: (l) => record(l.games) },
    { key: 'score', title: 'Score', numeric: true, by: (l) => l.score, cell: (l) => percent(l.score, 1) },
  ];
  if (lines.some((l) => l.mean)) columns.push(...SOLO);
  columns.push({
    key: 'faults',
    title: 'Faults',
    by: (l) => faults(l),
    about: 'Matches by kind of the fault; forgiven ones cost nothing.',
    cell: (l) => faultText(l) || NONE,
  });
  return columns;
}

/** The columns of solo games, in which scores can be averaged. */
const SOLO: readonly Column<Line>[] = [
  {
    key: 'mean',
    title: 'Mean ± 95 %',
    about: 'Mean score over all matches.',
    numeric: true,
    by: (l) => l.mean?.mean ?? null,
    cell: (l) => (
      <>
        {number(l.mean?.mean)}
        {typeof l.mean?.mean_error95 === 'number' && <span class="pm"> ± {number(l.mean.mean_error95)}</span>}
      </>
    ),
  },
];

function faultText(line: Line): string {
  const counts = (line.faults ?? []).map((f) => `${f.n} ${f.name}`);
  if (line.forgiven > 0) counts.push(`${line.forgiven} forgiven`);
  return counts.join(', ');
}

function faults(line: Line): number {
  return (line.faults ?? []).reduce((sum, f) => sum + f.n, 0);
}
