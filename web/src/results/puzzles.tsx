import type { Puzzle, PuzzleAnswer, PuzzleSet, PuzzleSetRun } from '../api/types';
import { NONE, plusMinus } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { BotLink, BotName, TurnLink } from './links';

/** A bot of a set, with a link to it if the server knows it. */
function Asked({ game, run: { bot, known } }: { game: string; run: PuzzleSetRun }) {
  return known ? <BotLink game={game} id={bot} /> : <BotName id={bot} />;
}

/** The columns that count what a bot answered in the positions of a set. */
export function countColumns<T>(of: (row: T) => PuzzleSetRun): Column<T>[] {
  return [
    { key: 'asked', title: 'Positions', numeric: true, by: (row) => of(row).asked },
    {
      key: 'best',
      title: 'Solved',
      about: 'The better answer that is kept.',
      numeric: true,
      by: (row) => of(row).best,
    },
    {
      key: 'other',
      title: 'Other answer',
      about: 'Neither the mistake nor the answer that is kept.',
      numeric: true,
      by: (row) => of(row).other,
    },
    {
      key: 'same',
      title: 'Mistake again',
      about: 'The bad answer that was recorded.',
      numeric: true,
      by: (row) => of(row).same,
    },
  ];
}

/** What each bot answered last, in sum. */
export function RunsTable({ set }: { set: PuzzleSet }) {
  const { game, unit } = set;
  const runs = set.runs ?? [];
  const missed = (r: PuzzleSetRun) => r.refused + r.failed;
  const columns: Column<PuzzleSetRun>[] = [
    { key: 'bot', title: 'Bot', by: (r) => r.bot, cell: (r) => <Asked game={game} run={r} /> },
    ...countColumns((r: PuzzleSetRun) => r),
    ...(runs.some((r) => missed(r) > 0)
      ? [
          {
            key: 'missed',
            title: 'Not asked',
            about: 'The bot could not be brought to the position, or the machine failed.',
            numeric: true,
            by: missed,
          },
        ]
      : []),
    ...(runs.some((r) => r.judged > 0)
      ? [
          {
            key: 'cost',
            title: `Cost, ${unit}`,
            about: 'What the judged answers cost together, with the error of 95 %.',
            numeric: true,
            by: (r: PuzzleSetRun) => (r.judged > 0 ? r.cost : null),
            cell: (r: PuzzleSetRun) => (r.judged > 0 ? plusMinus(r.cost, r.cost_error) : NONE),
          },
        ]
      : []),
    { key: 'at', title: 'Asked', numeric: true, by: (r) => Date.parse(r.at), cell: (r) => <Ago at={r.at} /> },
  ];
  return <Table caption="Last answers by bot" columns={columns} rows={runs} id={(r) => r.bot} />;
}

/** What the bots answered that were asked together last, as they were named. */
export function lastRun({ runs }: PuzzleSet): PuzzleSetRun[] {
  return (runs ?? []).filter((r, _, all) => r.at === all[0]!.at);
}

/** What each bot of a run came to. */
export function LastRun({ runs }: { runs: readonly PuzzleSetRun[] }) {
  return (
    <ul class="last-answers">
      {runs.map((r) => (
        <li key={r.bot}>
          <BotName id={r.bot} />: {r.best} of {r.asked} solved, the mistake again in {r.same}
        </li>
      ))}
    </ul>
  );
}

/** An answer in one line; "none" for one that was not given. */
export function oneLine(answer: string): string {
  return answer.replaceAll('\n', ' | ') || 'none';
}

/** What an answer of a bot is called, with what it cost. */
export function verdict({ is, why, cost }: PuzzleAnswer, unit: string): string {
  const names = {
    best: 'solved',
    mistake: 'the mistake again',
    other: 'another answer',
    refused: 'could not be asked',
    failed: 'failed',
  };
  const costs = cost ? `, cost ${plusMinus(cost.regret, cost.regret_error)} ${unit}` : '';
  return names[is] + costs + (why ? `: ${why}` : '');
}

const SHOWN = 3; // answers that are not folded

/** What the bots answered to a position, the latest first. */
function Answers({ puzzle, unit }: { puzzle: Puzzle; unit: string }) {
  const answers = puzzle.answers ?? [];
  if (answers.length === 0) return <span class="muted">{NONE}</span>;
  const rest = answers.slice(SHOWN);
  const item = (a: PuzzleAnswer) => (
    <li key={a.bot} class={a.is}>
      <BotName id={a.bot} />: {a.answer && <code>{oneLine(a.answer)}</code>}{' '}
      <span class="muted">{verdict(a, unit)}</span>
    </li>
  );
  return (
    <div class="why">
      <ul class="last-answers">{answers.slice(0, SHOWN).map(item)}</ul>
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <ul class="last-answers">{rest.map(item)}</ul>
        </details>
      )}
    </div>
  );
}

/** The turn of a puzzle: a link to it where the server has the match. */
function PuzzleTurn({ puzzle: { match, stored, turn, seat } }: { puzzle: Puzzle }) {
  return (
    <span class="why">
      {stored ? <TurnLink at={{ match, turn, seat }} /> : `turn ${turn} of ${match}`}, seat {seat}
    </span>
  );
}

/** The positions of a set: where each is from, what was answered there and would be better, and what bots answer now. */
export function PuzzlesTable({ puzzles, unit }: { puzzles: readonly Puzzle[]; unit: string }) {
  const columns: Column<Puzzle>[] = [
    { key: 'name', title: 'Position', by: (p) => p.name },
    {
      key: 'turn',
      title: 'From',
      csv: (p) => ({ match: p.match, turn: p.turn, seat: p.seat }),
      cell: (p) => <PuzzleTurn puzzle={p} />,
    },
    {
      key: 'recorded',
      title: 'Bad answer',
      by: (p) => p.recorded,
      cell: (p) => <code>{oneLine(p.recorded)}</code>,
    },
    {
      key: 'best',
      title: 'Better answer',
      about: 'As it was kept, with what it gains by the judge if that was asked.',
      by: (p) => p.best ?? '',
      csv: (p) => ({ best: p.best ?? '', gain: p.gain?.gain ?? null, 'gain error': p.gain?.error ?? null }),
      cell: (p) =>
        p.best ? (
          <span class="why">
            <code>{oneLine(p.best)}</code>
            {p.gain && (
              <small class="muted">
                {' '}
                gains {plusMinus(p.gain.gain, p.gain.error)} {unit} in {p.gain.pairs} pairs
              </small>
            )}
          </span>
        ) : (
          <span class="why muted">not known</span>
        ),
    },
    {
      key: 'answers',
      title: 'Last answers',
      about: 'Of the bots that arbiter diff --set asked, the latest first.',
      csv: (p) => Object.fromEntries((p.answers ?? []).map((a) => [a.bot, a.answer])),
      cell: (p) => <Answers puzzle={p} unit={unit} />,
    },
  ];
  return <Table caption="Positions" columns={columns} rows={puzzles} id={(p) => p.name} />;
}
