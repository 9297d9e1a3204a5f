import { get } from '../api/client';
import type { Placing } from '../api/types';
import { useAsync } from '../lib/async';
import { number } from '../ui/format';
import { Await, Part } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { rankColumns } from './rankcolumns';

/** What places are by, in a format that counts points. */
const POINTS: Column<Placing>[] = [
  { key: 'points', title: 'Points', numeric: true, by: (l) => l.points, cell: (l) => number(l.points) },
  {
    key: 'buchholz',
    title: 'Buchholz',
    about: 'Sum of the points of all opponents.',
    numeric: true,
    by: (l) => l.buchholz,
    cell: (l) => number(l.buchholz),
  },
];

/** The final ranking by the rules of the tournament's format. */
export function Placings({ id, game, version }: { id: string; game: string; version: number }) {
  const placings = useAsync(
    (signal) => get('/api/tournaments/{tournament}/placings', { tournament: id }, signal),
    [id],
    version,
  );
  return (
    <Part title="Placings">
      <Await result={placings}>
        {(p) => (
          <Table
            caption="Placings"
            rows={p.placings ?? []}
            id={(l) => l.bot}
            columns={[...rankColumns(game), ...(p.placings?.some((l) => l.points > 0) ? POINTS : [])]}
          />
        )}
      </Await>
    </Part>
  );
}
