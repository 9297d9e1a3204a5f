import { get } from '../api/client';
import type { Bot, Line } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { address } from '../lib/url';
import { botColumns } from '../results/botcolumns';
import { Elo, eloCsv } from '../results/elo';
import { Filters } from '../ui/filters';
import { NONE } from '../ui/format';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';

/** The bots and their versions, with their places among the bots of their game. */
export function BotsPage({ query }: PageProps) {
  const asked = { game: query.get('game') ?? '', name: query.get('name') ?? '' };
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const bots = useAsync((signal) => get('/api/bots', asked, signal), [asked]);
  const played = [...new Set((bots.data?.bots ?? []).map((b) => b.game))].sort();
  const lines = useAsync((signal) => ratingsOf(played, signal), [played], bots.data ? 0 : -1);
  const choose = (game: string) => navigate(address('/bots', { game, name: asked.name }));
  return (
    <Page title="Bots" aside={<a href="/bots/new">Register a bot</a>}>
      <label class="choose">
        Game{' '}
        <select value={asked.game} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="">all</option>
          {games.data?.games?.map((g) => (
            <option key={g.name} value={g.name}>
              {g.title}
            </option>
          ))}
        </select>
      </label>
      <Filters path="/bots" query={query} filters={FILTERS} />
      <Await result={bots}>
        {(all) => {
          const rows = all.bots ?? [];
          if (rows.length > 0) {
            return (
              <Table
                caption="Bots"
                columns={columnsOf(lines.data ?? new Map())}
                rows={rows}
                id={(b) => `${b.game}/${b.id}`}
              />
            );
          }
          if (asked.game || asked.name) return <Empty text="No bots match the filter." />;
          return (
            <Empty text="No bots yet. To create one that can play immediately:" type="arbiter new --help" />
          );
        }}
      </Await>
    </Page>
  );
}

const FILTERS = [{ name: 'name', label: 'Name', placeholder: 'all versions of a bot' }];

/** A bot's line among those of its game, with how many there are. */
interface Place {
  line: Line;
  of: number;
}

const keyOf = (game: string, id: string) => `${game}/${id}`;

/** The lines of the bots of some games. */
async function ratingsOf(games: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Place>> {
  const all = new Map<string, Place>();
  await Promise.all(
    games.map(async (game) => {
      const { lines } = await get('/api/ratings/{game}', { game }, signal);
      for (const line of lines ?? []) all.set(keyOf(game, line.bot), { line, of: lines!.length });
    }),
  );
  return all;
}

/** The columns of bots, with rating and place after the game. */
function columnsOf(places: ReadonlyMap<string, Place>): Column<Bot>[] {
  const of = (b: Bot) => places.get(keyOf(b.game, b.id));
  const rated: Column<Bot>[] = [
    {
      key: 'elo',
      title: 'Elo ± 95 %',
      numeric: true,
      by: (b) => of(b)?.line.elo ?? null,
      csv: (b) => eloCsv(of(b)?.line ?? { elo: null, elo_error95: null }),
      cell: (b) => {
        const place = of(b);
        return place ? <Elo elo={place.line.elo} elo_error95={place.line.elo_error95} /> : NONE;
      },
    },
    {
      key: 'place',
      title: 'Place',
      numeric: true,
      by: (b) => of(b)?.line.place ?? null,
      cell: (b) => {
        const place = of(b);
        return place ? `${place.line.place} of ${place.of}` : NONE;
      },
    },
  ];
  return botColumns.flatMap((c) => (c.key === 'game' ? [c, ...rated] : [c]));
}
