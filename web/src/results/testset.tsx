import type { Mistake, MistakeAnswer, MistakeSet, MistakeSetRun } from '../api/types';
import { NONE, plusMinus } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { BotLink, BotName, TurnLink } from './links';

/** A bot of a set, with a link to it if the server knows it. */
function Asked({ game, run: { bot, known } }: { game: string; run: MistakeSetRun }) {
  return known ? <BotLink game={game} id={bot} /> : <BotName id={bot} />;
}

/** The columns that count what a bot answered in the positions of a set. */
export function countColumns<T>(of: (row: T) => MistakeSetRun): Column<T>[] {
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
export function RunsTable({ set }: { set: MistakeSet }) {
  const { game, unit } = set;
  const runs = set.runs ?? [];
  const missed = (r: MistakeSetRun) => r.refused + r.failed;
  const columns: Column<MistakeSetRun>[] = [
    { key: 'bot', title: 'Bot', by: (r) => r.bot, cell: (r) => <Asked game={game} run={r} /> },
    ...countColumns((r: MistakeSetRun) => r),
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
            by: (r: MistakeSetRun) => (r.judged > 0 ? r.cost : null),
            cell: (r: MistakeSetRun) => (r.judged > 0 ? plusMinus(r.cost, r.cost_error) : NONE),
          },
        ]
      : []),
    { key: 'at', title: 'Asked', numeric: true, by: (r) => Date.parse(r.at), cell: (r) => <Ago at={r.at} /> },
  ];
  return <Table caption="Last answers by bot" columns={columns} rows={runs} id={(r) => r.bot} />;
}

/** What the bots answered that were asked together last, as they were named. */
export function lastRun({ runs }: MistakeSet): MistakeSetRun[] {
  return (runs ?? []).filter((r, _, all) => r.at === all[0]!.at);
}

/** What each bot of a run came to. */
export function LastRun({ runs }: { runs: readonly MistakeSetRun[] }) {
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
export function verdict({ is, why, cost }: MistakeAnswer, unit: string): string {
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
function Answers({ mistake, unit }: { mistake: Mistake; unit: string }) {
  const answers = mistake.answers ?? [];
  if (answers.length === 0) return <span class="muted">{NONE}</span>;
  const rest = answers.slice(SHOWN);
  const item = (a: MistakeAnswer) => (
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

/** The turn of a mistake: a link to it where the server has the match. */
function MistakeTurn({ mistake: { match, stored, turn, seat } }: { mistake: Mistake }) {
  return (
    <span class="why">
      {stored ? <TurnLink at={{ match, turn, seat }} /> : `turn ${turn} of ${match}`}, seat {seat}
    </span>
  );
}

/** The positions of a set: where each is from, what was answered there and would be better, and what bots answer now. */
export function MistakesTable({ mistakes, unit }: { mistakes: readonly Mistake[]; unit: string }) {
  const columns: Column<Mistake>[] = [
    { key: 'name', title: 'Position', by: (m) => m.name },
    {
      key: 'turn',
      title: 'From',
      csv: (m) => ({ match: m.match, turn: m.turn, seat: m.seat }),
      cell: (m) => <MistakeTurn mistake={m} />,
    },
    {
      key: 'recorded',
      title: 'Bad answer',
      by: (m) => m.recorded,
      cell: (m) => <code>{oneLine(m.recorded)}</code>,
    },
    {
      key: 'best',
      title: 'Better answer',
      about: 'As it was kept, with what it gains by the judge if that was asked.',
      by: (m) => m.best ?? '',
      csv: (m) => ({ best: m.best ?? '', gain: m.gain?.gain ?? null, 'gain error': m.gain?.error ?? null }),
      cell: (m) =>
        m.best ? (
          <span class="why">
            <code>{oneLine(m.best)}</code>
            {m.gain && (
              <small class="muted">
                {' '}
                gains {plusMinus(m.gain.gain, m.gain.error)} {unit} in {m.gain.pairs} pairs
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
      csv: (m) => Object.fromEntries((m.answers ?? []).map((a) => [a.bot, a.answer])),
      cell: (m) => <Answers mistake={m} unit={unit} />,
    },
  ];
  return <Table caption="Positions" columns={columns} rows={mistakes} id={(m) => m.name} />;
}
