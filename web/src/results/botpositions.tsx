import { get } from '../api/client';
import type { BotReport, Costly, PuzzleSet, PuzzleSetRun } from '../api/types';
import { useAsync } from '../lib/async';
import { plusMinus } from '../ui/format';
import { Await, Empty, Part } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { to } from './links';
import { countColumns, oneLine } from './puzzles';
import { turnColumn, turnOf } from './turncolumn';

/** The answers of a bot that cost most in its latest matches, and what it answers in the positions of the puzzle sets. */
export function BotPositions({ report, game }: { report: BotReport; game: string }) {
  const sets = useAsync((signal) => get('/api/puzzle-sets', {}, signal), []);
  const worst = report.worst ?? [];
  return (
    <>
      <Part title="Most costly answers">
        {worst.length > 0 ? (
          <CostlyTable answers={worst} unit={report.unit} />
        ) : (
          <p class="muted">
            {report.analysed > 0
              ? `No mistakes found in its ${report.analysed} analysed matches.`
              : `None of its latest ${report.matches} matches is analysed. To analyse one, press Analyse on its page.`}
          </p>
        )}
      </Part>
      <Part title="Puzzle sets">
        <Await result={sets}>
          {({ puzzle_sets }) => <Sets asked={askedOf(puzzle_sets ?? [], game, report.bot)} />}
        </Await>
      </Part>
    </>
  );
}

/** Answers with their turns, what they cost, and what would have been better. */
export function CostlyTable({ answers, unit }: { answers: readonly Costly[]; unit: string }) {
  return <Table caption="Most costly answers" columns={costlyColumns(unit)} rows={answers} id={turnOf} />;
}

/** A puzzle set with what a bot answered there last. */
interface Asked {
  set: string;
  run: PuzzleSetRun;
}

/** The puzzle sets of a game in which a bot was asked. */
export function askedOf(sets: readonly PuzzleSet[], game: string, bot: string): Asked[] {
  return sets.flatMap((s) => {
    const run = s.game === game ? s.runs?.find((r) => r.bot === bot) : undefined;
    return run ? [{ set: s.name, run }] : [];
  });
}

function Sets({ asked }: { asked: readonly Asked[] }) {
  if (asked.length === 0)
    return <Empty text="It was asked in no puzzle set. To ask it:" type="arbiter diff BOT --set sets/mine" />;
  const columns: readonly Column<Asked>[] = [
    {
      key: 'set',
      title: 'Puzzle set',
      by: (a) => a.set,
      cell: (a) => <a href={to.puzzles(a.set)}>{a.set}</a>,
    },
    ...countColumns((a: Asked) => a.run),
  ];
  return <Table caption="Puzzle sets" columns={columns} rows={asked} id={(a) => a.set} />;
}

/** An answer, of one in parts those that the judge's has otherwise and who they are of. */
const given = (a: Costly) =>
  (a.differs ?? []).map((d) => (d.of ? `${d.of}: ${d.given}` : d.given)).join(', ') || a.answer;
const best = (a: Costly) => (a.differs ?? []).map((d) => d.best).join(', ') || a.cost.best;

function costlyColumns(unit: string): Column<Costly>[] {
  return [
    turnColumn,
    {
      key: 'cost',
      title: `Cost, ${unit}`,
      numeric: true,
      by: (a) => a.cost.regret,
      cell: (a) => `${plusMinus(a.cost.regret, a.cost.regret_error)} ${a.cost.sure}`,
    },
    { key: 'answer', title: 'Answer', by: (a) => a.answer, cell: (a) => <code>{oneLine(given(a))}</code> },
    { key: 'best', title: 'Better', by: (a) => a.cost.best, cell: (a) => <code>{oneLine(best(a))}</code> },
  ];
}
