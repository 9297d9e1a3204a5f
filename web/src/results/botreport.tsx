import type { BotReport, Cause, Example, ReportOpponent, Slowest } from '../api/types';
import { quote, quoteValue } from '../player/command';
import { Command, useCopy } from '../ui/copycommand';
import { number, percent } from '../ui/format';
import { Facts, Part } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { BotLink, TurnLink } from './links';
import { oneLine } from './puzzles';
import { turnColumn, turnOf } from './turncolumn';

/** Why a bot loses, and where its points go: by opponent, and its slow answers apart. */
export function WholeReport({ report, game }: { report: BotReport; game: string }) {
  const { matches, analysed, slow } = report;
  if (matches === 0) return <p class="muted">No match with a replay.</p>;
  const opponents = report.opponents ?? [];
  const slowest = slow.slowest ?? [];
  return (
    <>
      <Causes report={report} />
      {opponents.length > 0 && (
        <Table
          caption="Points lost by opponent"
          columns={opponentColumns(game)}
          rows={opponents}
          id={(o) => o.bot}
        />
      )}
      {analysed === 0 && !report.unpriced && (
        <p class="muted">
          Costly answers are not known: none of the latest {matches} matches is analysed. To analyse one,
          press <b>Analyse</b> on its page. To analyse all of them in a terminal, which keeps the results to
          itself: <code>{reportCommand(report, location.origin)}</code>
        </p>
      )}
      {report.unpriced && <p class="muted">{report.unpriced}</p>}
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

/** The sentences on why a bot loses, each with its size, what was examined, and the turns that show it. */
function Causes({ report }: { report: BotReport }) {
  const [copied, copy] = useCopy();
  const causes = report.causes ?? [];
  return (
    <Part title="Why it loses">
      <p>{report.sentence}</p>
      <ol class="causes">
        {causes.map((cause) => (
          <li key={cause.text}>
            <p class="sentence">{cause.text}</p>
            <Facts
              facts={[
                ['Size', sizeOf(cause)],
                ['Matches', `${cause.matches} of ${report.matches}`],
                ['Examined', percent(cause.examined)],
              ]}
            />
            <ul>
              {(cause.examples ?? []).map((e) => (
                <ExampleTurn key={`${e.match} ${e.turn} ${e.seat}`} example={e} />
              ))}
            </ul>
            <Keep cause={cause} copy={copy} />
          </li>
        ))}
      </ol>
      <p class="muted" role="status">
        {copied}
      </p>
    </Part>
  );
}

/** The size of a cause, as its sentence says it: nobody knows that all of a habit's would have been won otherwise. */
export function sizeOf({ kind, points, unit }: Cause): string {
  const most = kind === 'habit' ? 'up to ' : '';
  return `${most}${points.toFixed(points < 100 ? 1 : 0)} ${unit}`;
}

/** A turn that shows a cause, and what was possible there. */
function ExampleTurn({ example: { match, turn, seat, answer, better } }: { example: Example }) {
  return (
    <li>
      <TurnLink at={{ match, turn, seat }} />, seat {seat}
      {answer && (
        <>
          : <code>{oneLine(answer)}</code>
        </>
      )}
      {better && (
        <>
          , where <code>{oneLine(better)}</code> was possible
        </>
      )}
    </li>
  );
}

/** The command that keeps the first example with a better answer as a puzzle. */
function Keep({ cause, copy }: { cause: Cause; copy: (text: string) => void }) {
  const example = (cause.examples ?? []).find((e) => e.better && e.turn > 0);
  if (!example) return null;
  const kept = { ...example, better: '' }; // what would not have shown a habit may be worse all the same
  return (
    <ul class="commands">
      <Command title="To keep it as a puzzle:" text={keepCommand(kept, location.origin)} copy={copy} />
    </ul>
  );
}

/** The command that keeps the position of an example as a puzzle, with the better answer if there is one. */
export function keepCommand({ match, turn, seat, better }: Example, server: string): string {
  const best = better ? ` --best-answer=${quoteValue(better)}` : '';
  return `arbiter puzzle add mistakes ${match} --turn ${turn} --seat ${seat}${best} --server ${server}`;
}

/** The command that analyses the matches of a report on another machine and prints it. */
export function reportCommand({ bot, game }: BotReport, server: string): string {
  return `arbiter analyse ${quote(bot)} --game ${game} --budget 5s --server ${server}`;
}

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
