import type { Match } from '../api/types';
import { reasonText } from '../replay/reason';
import { ago, duration, exact } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { FaultLink, TournamentLink, to } from './links';
import { Seats } from './matchseats';

/** A match of a list, and the seat that the list is about: it is shown when the match is opened. */
interface Row {
  match: Match;
  seat: number;
}

/** What a column is called in the order of the API's list. */
const SERVER: Readonly<Record<string, Sort>> = {
  score: 'score',
  margin: 'margin',
  turns: 'turns',
  took: 'duration',
  match: 'time',
};

export type Sort = 'time' | 'score' | 'margin' | 'turns' | 'duration' | 'expected';

/** The order of a list that the server sorts. */
export interface ListOrder {
  sort: Sort;
  down: boolean;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'match',
    title: 'Match',
    by: (r) => Date.parse(r.match.played_at),
    csv: ({ match }) => ({ match: match.id, played: match.played_at }),
    cell: ({ match: m }) => (
      <a class="match-link" href={to.match(m.id)} title={m.id}>
        <Ago at={m.played_at} />
      </a>
    ),
  },
  {
    key: 'game',
    title: 'Game',
    by: (r) => r.match.game,
    cell: ({ match: m }) => <a href={to.game(m.game)}>{m.game}</a>,
  },
  {
    key: 'seats',
    title: 'Seats and scores',
    csv: ({ match: m }) =>
      Object.fromEntries(
        (m.seats ?? []).flatMap((s, i) => [
          [`seat ${i}`, s.bot],
          [`score ${i}`, s.score],
        ]),
      ),
    cell: (r) => <Seats match={r.match} />,
  },
  {
    key: 'score',
    title: 'Score',
    about: 'Of the bot or seat that the list is about.',
    numeric: true,
    by: scoreOf,
    cell: (r) => exact(scoreOf(r)),
  },
  {
    key: 'margin',
    title: 'Margin',
    about: "By how much the score is better than the best other seat's.",
    numeric: true,
    by: marginOf,
    cell: (r) => exact(marginOf(r)),
  },
  { key: 'start', title: 'Start', roomy: true, by: (r) => r.match.start.name },
  {
    key: 'reason',
    title: 'Reason',
    roomy: true,
    by: (r) => r.match.reason,
    cell: ({ match: m }) => reasonText(m.reason, m.faults) || m.state,
  },
  { key: 'turns', title: 'Turns', numeric: true, roomy: true, by: (r) => r.match.turns },
  {
    key: 'took',
    title: 'Duration',
    numeric: true,
    roomy: true,
    by: (r) => r.match.duration_ms,
    cell: (r) => duration(r.match.duration_ms),
  },
  {
    key: 'faults',
    title: 'Faults',
    by: (r) => (r.match.faults ?? []).length,
    cell: (r) => <Faults match={r.match} />,
  },
  {
    key: 'tournament',
    title: 'Tournament',
    roomy: true,
    by: (r) => r.match.tournament,
    cell: (r) => (
      <span class="tight">
        <TournamentLink id={r.match.tournament} />
      </span>
    ),
  },
  {
    key: 'decisive',
    title: 'Decisive turn',
    roomy: true,
    about: 'The turn in which the match was decided against the seat that lost.',
    csv: ({ match }) => ({ match: match.id }),
    cell: ({ match }) => <DecisiveLink match={match} />,
  },
  {
    key: 'compare',
    title: 'Compare',
    roomy: true,
    cell: ({ match: m }) =>
      m.state === 'played' && (
        <a href={to.compare(m.id, '')} aria-label={`compare the match of ${ago(m.played_at)}`}>
          Compare
        </a>
      ),
  },
];

function scoreOf({ match, seat }: Row): number | null {
  return match.state === 'played' ? (match.seats?.[seat]?.score ?? null) : null;
}

function marginOf(row: Row): number | null {
  const { seats } = row.match;
  const score = scoreOf(row);
  if (score === null || !seats || seats.length < 2) return null;
  const others = seats.filter((_, i) => i !== row.seat).map((s) => s.score);
  return row.match.ascending ? Math.min(...others) - score : score - Math.max(...others);
}

/** The seat that a match was decided against: the last one, of a solo game the only one. A draw has none. */
export function losingSeat({ state, seats }: Match): number | undefined {
  if (state !== 'played' || !seats?.length) return undefined;
  const ranks = seats.map((s) => s.rank);
  const last = Math.max(...ranks);
  return ranks.length === 1 || Math.min(...ranks) < last ? ranks.indexOf(last) : undefined;
}

function DecisiveLink({ match }: { match: Match }) {
  const seat = losingSeat(match);
  if (seat === undefined) return <span class="muted">–</span>;
  return (
    <a
      href={to.decisive(match.id, seat)}
      aria-label={`decisive turn of the match of ${ago(match.played_at)}`}
    >
      Decisive
    </a>
  );
}

const MOST_FAULTS = 2; // per match in a table; the match's page lists all

function Faults({ match }: { match: Match }) {
  const all = match.faults ?? [];
  const faults = all.filter((f) => !f.forgiven);
  const forgiven = all.filter((f) => f.forgiven);
  if (all.length === 0) return null;
  return (
    <div class="tight">
      {faults.slice(0, MOST_FAULTS).map((f) => (
        <div key={`${f.turn}-${f.seat}`}>
          <FaultLink match={match.id} fault={f} />
        </div>
      ))}
      {faults.length > MOST_FAULTS && <small class="muted">and {faults.length - MOST_FAULTS} more</small>}
      {forgiven[0] && (
        <div>
          {forgiven.length} forgiven, first: <FaultLink match={match.id} fault={forgiven[0]} />
        </div>
      )}
    </div>
  );
}

interface Props {
  caption: string;
  matches: readonly Match[];
  seats?: readonly number[] | null; // by match: the seat that the list is about; without them there are no scores
  without?: readonly string[]; // columns, such as those whose value is the same in every row
  more?: readonly Column<Row>[];
  server?: { order: ListOrder; sort: (order: ListOrder) => void };
  brief?: number; // rows on a phone, see Table
}

/** A table of matches. */
export function MatchTable({ caption, matches, seats, without = [], more = [], server, brief }: Props) {
  const left = seats ? without : [...without, 'score', 'margin'];
  const shown = [...columns.filter((c) => !left.includes(c.key)), ...more];
  const rows = matches.map((match, i) => ({ match, seat: seats?.[i] ?? 0 }));
  return (
    <Table
      caption={caption}
      columns={server ? shown.map(sortedByServer) : shown}
      rows={rows}
      id={(r) => r.match.id}
      brief={brief}
      {...(server && { server: orderOf(server) })}
    />
  );
}

/** A column of a list whose pages the server sorts: it sorts by few of them. */
function sortedByServer(c: Column<Row>): Column<Row> {
  return SERVER[c.key] ? c : { ...c, unsorted: true };
}

function orderOf({ order, sort }: NonNullable<Props['server']>) {
  const key = Object.keys(SERVER).find((k) => SERVER[k] === order.sort);
  return {
    order: key ? { key, down: order.down } : null,
    sort: (o: { key: string; down: boolean }) => sort({ sort: SERVER[o.key]!, down: o.down }),
  };
}
