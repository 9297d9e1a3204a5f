import type { BotReport, Costly, ReportOpponent, ReportShare, Slowest } from '../api/types';
import { number } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { BotLink, to } from './links';

/** Where a bot's points go: by opponent, by phase and situation of the analysed matches, and its slow answers apart. */
export function ReportTables({ report, game }: { report: BotReport; game: string }) {
  const { matches, analysed, slow } = report;
  if (matches === 0) return <p class="muted">No match with a replay.</p>;
  const opponents = report.opponents ?? [];
  const slowest = slow.slowest ?? [];
  return (
    <>
      {opponents.length > 0 && (
        <Table
          caption="Points lost by opponent"
          columns={opponentColumns(game)}
          rows={opponents}
          id={(o) => o.bot}
        />
      )}
      {analysed > 0 ? (
        <>
          <Table
            caption="Cost by phase"
            columns={shareColumns('Phase')}
            rows={report.phases ?? []}
            id={nameOf}
          />
          <Table
            caption="Cost by situation"
            columns={shareColumns('Situation')}
            rows={report.situations ?? []}
            id={nameOf}
          />
          <Table
            caption="Most costly answers"
            columns={costlyColumns}
            rows={report.worst ?? []}
            id={turnOf}
          />
        </>
      ) : (
        <p class="muted">
          None of the latest {matches} matches is analysed, so that costly answers, phases and situations are
          not known. To analyse one, press <b>analyse</b> on its page, or type{' '}
          <code>arbiter analyse MATCH</code>.
        </p>
      )}
      <p>
        {slow.slow + slow.starved} of {slow.answers} answers took more than half of their limit
        {slow.slow + slow.starved > 0 && `: ${slow.slow} slow and ${slow.starved} starved ones`}.{' '}
        {slow.starved > 0 && (
          <span class="muted">
            Starved ones waited for the processor, or for something else, most of the time.
          </span>
        )}
      </p>
      {slowest.length > 0 && (
        <Table caption="Slowest answers" columns={slowColumns} rows={slowest} id={turnOf} />
      )}
    </>
  );
}

const nameOf = (s: ReportShare) => s.name ?? '';
const turnOf = (a: Costly | Slowest) => `${a.match} ${a.turn} ${a.seat}`;

function opponentColumns(game: string): Column<ReportOpponent>[] {
  return [
    { key: 'bot', title: 'Opponent', by: (o) => o.bot, cell: (o) => opponentOf(game, o.bot) },
    { key: 'matches', title: 'Matches', numeric: true, by: (o) => o.matches },
    { key: 'lost', title: 'Points lost', numeric: true, by: (o) => o.lost, cell: (o) => number(o.lost, 1) },
    {
      key: 'share',
      title: 'Lost per match',
      about: 'Points lost, divided by the matches.',
      numeric: true,
      by: (o) => o.lost / o.matches,
      cell: (o) => number(o.lost / o.matches, 2),
    },
  ];
}

/** A bot, or several that are joined by "and" in games with more seats. */
function opponentOf(game: string, id: string) {
  return id.includes(' and ') ? id : <BotLink game={game} id={id} />;
}

function shareColumns(title: string): Column<ReportShare>[] {
  return [
    { key: 'name', title, by: nameOf },
    { key: 'answers', title: 'Answers', numeric: true, by: (s) => s.answers },
    { key: 'costly', title: 'Mistakes', numeric: true, by: (s) => s.costly },
    { key: 'cost', title: 'Cost', numeric: true, by: (s) => s.cost, cell: (s) => number(s.cost, 2) },
  ];
}

/** The turn of an answer, as a link to it. */
const turnColumn: Column<Costly | Slowest> = {
  key: 'turn',
  title: 'Turn',
  csv: (a) => ({ match: a.match, seat: a.seat, turn: a.turn }),
  cell: (a) => <a href={to.turn(a.match, a.turn, a.seat)}>turn {a.turn}</a>,
};

const costlyColumns: readonly Column<Costly>[] = [
  turnColumn,
  {
    key: 'cost',
    title: 'Cost',
    numeric: true,
    by: (a) => a.cost.regret,
    cell: (a) => `${number(a.cost.regret, 2)} ${a.cost.mark}`,
  },
  { key: 'answer', title: 'Answer', by: (a) => a.answer, cell: (a) => <code>{a.answer}</code> },
  { key: 'best', title: 'Best', by: (a) => a.cost.best, cell: (a) => <code>{a.cost.best}</code> },
  { key: 'phase', title: 'Phase', by: (a) => a.phase },
  {
    key: 'situations',
    title: 'Situation',
    by: (a) => (a.situations ?? []).join(', '),
  },
];

const slowColumns: readonly Column<Slowest>[] = [
  turnColumn,
  {
    key: 'why',
    title: 'Why',
    by: (a) => (a.starved ? 'starved' : 'slow'),
  },
  { key: 'wall', title: 'Time, ms', numeric: true, by: (a) => a.wall_ms, cell: (a) => number(a.wall_ms, 1) },
  { key: 'cpu', title: 'CPU, ms', numeric: true, by: (a) => a.cpu_ms, cell: (a) => number(a.cpu_ms, 1) },
  {
    key: 'limit',
    title: 'Limit, ms',
    numeric: true,
    by: (a) => a.limit_ms,
    cell: (a) => number(a.limit_ms, 0),
  },
];
