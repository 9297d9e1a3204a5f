import { get } from '../api/client';
import type { Bot, Fault, Match } from '../api/types';
import { useAsync } from '../lib/async';
import { HUMAN } from '../replay/model';
import { isBuiltin } from '../ui/botname';
import { NONE, number, signed } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { BotLink, FaultLink, isImported, to } from './links';
import { type Strength, StrengthText, strengthOfRating } from './strength';
import { trendOf } from './trend';

const MOST = 6; // bots of a reader
const FAULTY = 100; // latest matches with a fault among which those of the reader's bots are
const POINTS = 4; // of the history that a trend is read from: few, as each is a table of ratings

/** The newest version of each of the reader's bots, the newest first; without a token all bots are the reader's. */
export function mineOf(bots: readonly Bot[], token: string | undefined): Bot[] {
  const own = bots.filter(
    (b) =>
      !isBuiltin(b.typed) &&
      b.typed !== HUMAN &&
      !isImported(b.id) &&
      !b.commit &&
      b.stage !== 'retired' &&
      (token === undefined || b.owner === token),
  );
  const newest = new Map<string, Bot>();
  for (const b of own) {
    const key = `${b.game} ${b.name}`;
    const known = newest.get(key);
    if (known === undefined || timeOf(b) > timeOf(known)) newest.set(key, b);
  }
  return [...newest.values()].sort((a, b) => timeOf(b) - timeOf(a) || b.matches - a.matches);
}

const timeOf = (b: Bot) => (b.registered_at ? Date.parse(b.registered_at) : 0);

/** A bot with what its author wants to know first. */
interface Own {
  bot: Bot;
  strength?: Strength;
  trend: number | null;
  last?: { match: string; fault: Fault; at: string } | undefined;
}

const columns: readonly Column<Own>[] = [
  {
    key: 'bot',
    title: 'Bot',
    by: ({ bot }) => bot.name,
    cell: ({ bot }) => <BotLink game={bot.game} id={bot.id} />,
  },
  {
    key: 'game',
    title: 'Game',
    by: ({ bot }) => bot.game,
    cell: ({ bot }) => <a href={to.game(bot.game)}>{bot.game}</a>,
  },
  {
    key: 'strength',
    title: 'Elo or score',
    numeric: true,
    by: ({ strength }) => strength?.value ?? null,
    cell: ({ strength }) => (strength ? <StrengthText of={strength} /> : NONE),
  },
  {
    key: 'trend',
    title: 'Trend',
    about: "How it has changed since about half of the game's matches.",
    numeric: true,
    by: ({ trend }) => trend,
    cell: ({ trend }) => (trend === null ? NONE : signed(trend)),
  },
  {
    key: 'matches',
    title: 'Matches',
    numeric: true,
    by: ({ bot }) => bot.matches,
    cell: ({ bot }) => <a href={to.matches({ game: bot.game, bot: bot.id })}>{number(bot.matches)}</a>,
  },
  {
    key: 'fault',
    title: 'Last fault',
    by: ({ last }) => last?.fault.kind ?? null,
    cell: ({ last }) =>
      last ? (
        <span class="whole">
          <FaultLink match={last.match} fault={last.fault} />{' '}
          <span class="muted">
            <Ago at={last.at} />
          </span>
        </span>
      ) : (
        NONE
      ),
  },
];

/** The reader's bots with rating, trend and last fault. */
export function MyBots({ bots, version }: { bots: readonly Bot[]; version: number }) {
  const shown = bots.slice(0, MOST);
  const own = useAsync((signal) => ownOf(shown, signal), [shown.map((b) => b.id)], version);
  return (
    <>
      <Table
        caption="My bots"
        columns={columns}
        rows={own.data ?? shown.map((bot) => ({ bot, trend: null }))}
        id={({ bot }) => `${bot.game}/${bot.id}`}
      />
      {bots.length > MOST && (
        <p>
          <a href="/bots">All {bots.length}</a>
        </p>
      )}
    </>
  );
}

async function ownOf(bots: readonly Bot[], signal: AbortSignal): Promise<Own[]> {
  const games = [...new Set(bots.map((b) => b.game))];
  const [{ matches }, ...histories] = await Promise.all([
    get('/api/matches', { fault: 'any', limit: FAULTY }, signal),
    ...games.map((game) => get('/api/ratings/{game}/history', { game, points: POINTS }, signal)),
  ]);
  const points = new Map(games.map((game, i) => [game, histories[i]!.points ?? []]));
  return bots.map((bot) => {
    const of = points.get(bot.game)!;
    const rating = of.at(-1)?.ratings?.find((r) => r.bot === bot.id);
    return {
      bot,
      strength: strengthOfRating(rating, bot.matches),
      trend: trendOf(of, bot.id),
      last: lastFault(bot.id, matches ?? []),
    };
  });
}

/** The latest fault of a bot's own among matches, the latest first. */
export function lastFault(id: string, matches: readonly Match[]): Own['last'] {
  for (const m of matches) {
    const fault = (m.faults ?? []).find((f) => !f.forgiven && m.seats?.[f.seat]?.bot === id);
    if (fault) return { match: m.id, fault, at: m.played_at };
  }
  return undefined;
}
