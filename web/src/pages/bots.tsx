import { get } from '../api/client';
import type { Bot, Line } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { botColumns } from '../results/botcolumns';
import { StrengthText, strengthCsv, strengthOf } from '../results/strength';
import { trendOf } from '../results/trend';
import { Filters } from '../ui/filters';
import { NONE, signed } from '../ui/format';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';

/** The bots and their versions, with their places among the bots of their game. */
export function BotsPage({ query }: PageProps) {
  const asked = { game: query.get('game') ?? '', name: query.get('name') ?? '' };
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const bots = useAsync((signal) => get('/api/bots', asked, signal), [asked]);
  const played = [...new Set((bots.data?.bots ?? []).map((b) => b.game))].sort();
  const lines = useAsync((signal) => ratingsOf(played, signal), [played], bots.data ? 0 : -1);
  const filters = [
    { name: 'game', label: 'Game', options: (games.data?.games ?? []).map((g) => g.name) },
    { name: 'name', label: 'Name', placeholder: 'all versions of a bot' },
  ];
  return (
    <Page title="Bots" aside={<a href="/bots/new">Register a bot</a>}>
      {games.data && <Filters path="/bots" query={query} filters={filters} />}
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
                brief={BRIEF}
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

/** A bot's line among those of its game, with how many there are. */
interface Place {
  line: Line;
  of: number;
  trend: number | null; // of its Elo or score since about half of the game's matches
}

const BRIEF = 15; // bots on a phone

const POINTS = 4; // of the history that a trend is read from: few, as each is a table of ratings

const keyOf = (game: string, id: string) => `${game}/${id}`;

/** The lines of the bots of some games. */
async function ratingsOf(games: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Place>> {
  const all = new Map<string, Place>();
  await Promise.all(
    games.map(async (game) => {
      const [{ lines }, { points }] = await Promise.all([
        get('/api/ratings/{game}', { game }, signal),
        get('/api/ratings/{game}/history', { game, points: POINTS }, signal),
      ]);
      for (const line of lines ?? [])
        all.set(keyOf(game, line.bot), { line, of: lines!.length, trend: trendOf(points ?? [], line.bot) });
    }),
  );
  return all;
}

/** The columns of bots, with rating, trend and place after the game. */
function columnsOf(places: ReadonlyMap<string, Place>): Column<Bot>[] {
  const of = (b: Bot) => places.get(keyOf(b.game, b.id));
  const rated: Column<Bot>[] = [
    {
      key: 'strength',
      title: 'Elo or score ± 95 %',
      about: 'The score in games that one bot plays alone, Elo in others.',
      numeric: true,
      by: (b) => strengthOf(of(b)?.line).value,
      csv: (b) => ({ elo: null, score: null, ...strengthCsv(strengthOf(of(b)?.line)) }),
      cell: (b) => (of(b) ? <StrengthText of={strengthOf(of(b)!.line)} /> : NONE),
    },
    {
      key: 'trend',
      title: 'Trend',
      about: 'How its Elo or score has changed since about half of the matches of its game.',
      numeric: true,
      by: (b) => of(b)?.trend ?? null,
      cell: (b) => {
        const trend = of(b)?.trend ?? null;
        return trend === null ? NONE : signed(trend);
      },
    },
    {
      key: 'place',
      title: 'Place',
      roomy: true,
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
