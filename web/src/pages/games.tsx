import { get } from '../api/client';
import type { Game } from '../api/types';
import { useAsync } from '../lib/async';
import { to } from '../results/links';
import { seatsOf } from '../results/seatcount';
import { duration } from '../ui/format';
import { Await, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';

const columns: readonly Column<Game>[] = [
  { key: 'title', title: 'Game', by: (g) => g.title, cell: (g) => <a href={to.game(g.name)}>{g.title}</a> },
  { key: 'name', title: 'Name', by: (g) => g.name, cell: (g) => <code>{g.name}</code> },
  { key: 'seats', title: 'Seats', numeric: true, by: (g) => g.max_seats, cell: (g) => seatsOf(g) },
  {
    key: 'first',
    title: 'First answer',
    numeric: true,
    by: (g) => g.first_ms,
    cell: (g) => duration(g.first_ms),
  },
  {
    key: 'turn',
    title: 'Subsequent answers',
    numeric: true,
    by: (g) => g.turn_ms,
    cell: (g) => duration(g.turn_ms),
  },
];

/** The games of this server. */
export function GamesPage() {
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  return (
    <Page title="Games">
      <Await result={games}>
        {(all) => <Table caption="Games" columns={columns} rows={all.games ?? []} id={(g) => g.name} />}
      </Await>
    </Page>
  );
}
