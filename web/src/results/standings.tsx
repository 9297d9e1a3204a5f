import { Fragment } from 'preact';
import type { Line, Standings } from '../api/types';
import type { Params } from '../lib/url';
import { capital, NONE, number, percent, probability } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Elo, eloCsv, Interval, type Range, rangeOf } from './elo';
import { BotLink, to } from './links';
import { nameOf, useNames } from './names';
import { rankColumns } from './rankcolumns';
import { Record, record } from './record';
import { StrengthText, strengthCsv, strengthOf } from './strength';

const BRIEF = 10; // bots on a phone

interface Props {
  game: string;
  standings: Standings;
  of: Params; // selects the matches of the standings in a list
}

/** The standings with the error of each rating, and the server's notes on them. */
export function StandingsTable({ game, standings, of }: Props) {
  const lines = standings.lines ?? [];
  const columns = columnsOf(game, rangeOf(lines.map(strengthOf)), lines, of);
  return (
    <>
      {(standings.failing ?? []).map((f) => (
        <p key={f.bot} class="note">
          {standings.no_evidence ? 'No evidence: ' : ''}
          <BotLink game={game} id={f.bot} /> does not work: it fails by itself in {number(f.failed)} of{' '}
          {number(f.matches)} matches ({(f.faults ?? []).map((k) => `${k.n} ${k.name}`).join(', ')}).
        </p>
      ))}
      {groupsOf(lines).map((group, i, all) => (
        <Fragment key={i}>
          {i > 0 && <p class="muted">Bots that have met none of those above:</p>}
          <Table
            caption={all.length > 1 ? `Standings of group ${i + 1}` : 'Standings'}
            columns={columns}
            rows={group}
            id={(l) => l.bot}
            brief={BRIEF}
          />
        </Fragment>
      ))}
      {(standings.notes ?? []).map((note) => (
        <Note key={note} text={note} lines={lines} />
      ))}
    </>
  );
}

interface NoteProps {
  text: string;
  lines: readonly Pick<Line, 'bot'>[]; // of the table that it is about
}

/** What the server remarks on a table. */
export function Note({ text, lines }: NoteProps) {
  useNames(lines.map((l) => l.bot));
  return <p class="note">{noteText(text, lines)}</p>;
}

/** A note as a sentence in which bots have their names instead of their IDs, the longest first: one ID may end another. */
export function noteText(note: string, lines: readonly Pick<Line, 'bot'>[]): string {
  const ids = lines.map((l) => l.bot).sort((a, b) => b.length - a.length);
  const text = capital(ids.reduce((text, id) => text.replaceAll(id, nameOf(id)), note));
  return text.endsWith('.') ? text : `${text}.`;
}

/** The lines by group: bots that met, directly or through others. Bots without games are in the last one. */
export function groupsOf<L extends Pick<Line, 'group'>>(lines: readonly L[]): L[][] {
  const groups = new Map<number, L[]>();
  const most = Math.max(0, ...lines.map((l) => l.group ?? 0));
  for (const line of lines) {
    const key = line.group ?? most;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.entries()].sort(([a], [b]) => a - b).map(([, group]) => group);
}

function columnsOf(game: string, range: Range, lines: readonly Line[], of: Params): Column<Line>[] {
  const solo = lines.some((l) => l.mean); // a match of a solo game is neither won nor lost
  const columns: Column<Line>[] = [
    ...rankColumns(game),
    {
      key: 'strength',
      title: solo ? 'Score ± 95 %' : 'Elo ± 95 %',
      about: solo
        ? 'Mean score, adjusted for the starts that the bot played, with its 95 % confidence interval.'
        : 'Rating fitted to all matches, with its 95 % confidence interval.',
      numeric: true,
      by: (l) => strengthOf(l).value,
      csv: (l) => strengthCsv(strengthOf(l)),
      cell: (l) => <StrengthText of={strengthOf(l)} />,
    },
    {
      key: 'bar',
      title: 'Range',
      cell: (l) => <Interval {...strengthOf(l)} range={range} />,
    },
    {
      key: 'los',
      title: 'Ahead of next',
      roomy: true,
      about: `How probable it is that this bot ${solo ? 'scores more' : 'is stronger'} than the one in the next place.`,
      numeric: true,
      by: (l) => l.los,
      csv: (l) => ({ 'ahead of next': l.los }),
      cell: (l) => probability(l.los),
    },
    {
      key: 'matches',
      title: 'Matches',
      numeric: true,
      by: (l) => l.matches,
      cell: (l) => <a href={to.matches({ ...of, bot: l.bot })}>{number(l.matches)}</a>,
    },
    {
      key: 'wdl',
      title: 'W-D-L',
      numeric: true,
      by: (l) => l.games.wins,
      csv: ({ games: g }) => ({ wins: g.wins, draws: g.draws, losses: g.losses }),
      cell: (l) => (solo ? record(l.games) : <Record games={l.games} bot={l.bot} of={of} />),
    },
    {
      key: 'won',
      title: solo ? 'Won' : 'Score',
      roomy: true,
      about: 'Points per game: a win is one, a draw half of one.',
      numeric: true,
      by: wonOf,
      csv: (l) => ({ [solo ? 'won' : 'score']: wonOf(l) }),
      cell: (l) => percent(wonOf(l), 1),
    },
  ];
  if (solo) columns.push(BY_WINS);
  columns.push({
    key: 'faults',
    title: 'Faults',
    by: (l) => faults(l),
    about: 'Matches by kind of the fault; forgiven ones cost nothing.',
    cell: (l) => <Faults line={l} of={of} />,
  });
  return columns;
}

/** The faults of a bot by kind, as links to its matches with them. */
function Faults({ line, of }: { line: Line; of: Params }) {
  const kinds = line.faults ?? [];
  if (kinds.length === 0 && line.forgiven === 0) return <>{NONE}</>;
  const conditions = (kind: string) => [of.filter, `bot=${line.bot}`, `fault=${kind}`].filter(Boolean);
  return (
    <>
      {kinds.map((f, i) => (
        <span key={f.name}>
          {i > 0 && ', '}
          <a href={to.matches({ ...of, filter: conditions(f.name).join(',') })}>
            {f.n} {f.name}
          </a>
        </span>
      ))}
      {line.forgiven > 0 && `${kinds.length > 0 ? ', ' : ''}${line.forgiven} forgiven`}
    </>
  );
}

/** The column of solo games that says how often, not by how much, a bot scored more than others on the same start. */
const BY_WINS: Column<Line> = {
  key: 'elo',
  title: 'Elo ± 95 %',
  about: 'Rating fitted to who won each start. Scores decide the order.',
  numeric: true,
  by: (l) => l.elo,
  csv: eloCsv,
  cell: (l) => <Elo elo={l.elo} elo_error95={l.elo_error95} />,
};

/** The points per game of a line, null without games. */
export function wonOf({ games: { wins, draws, losses } }: Line): number | null {
  const n = wins + draws + losses;
  return n === 0 ? null : (wins + draws / 2) / n;
}

function faults(line: Line): number {
  return (line.faults ?? []).reduce((sum, f) => sum + f.n, 0);
}
