import type { Games, Line, Standings } from '../api/types';
import { percent } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { Elo } from './elo';
import { BotLink } from './links';
import { Record, record } from './record';

/** A bot's games against an opponent: all of them, and those in each of its seats. */
export interface Against {
  opponent: string;
  games: Games;
  seats: readonly Games[];
}

/**
 * The games of a bot by opponent, most points lost first, from the standings of its matches alone: an opponent's games
 * there are those against it, and were in the other seat.
 */
export function againstOf(standings: Standings, bot: string): Against[] {
  return (standings.lines ?? [])
    .filter((line) => line.bot !== bot && countOf(line.games) > 0)
    .map((line) => ({
      opponent: line.bot,
      games: turned(line.games),
      seats: (line.seats ?? []).map(turned).reverse(),
    }))
    .sort((a, b) => lostOf(b.games) - lostOf(a.games));
}

const turned = (g: Games): Games => ({ wins: g.losses, draws: g.draws, losses: g.wins });
const countOf = (g: Games) => g.wins + g.draws + g.losses;
const lostOf = (g: Games) => g.losses + g.draws / 2;
const shareOf = (g: Games) => (countOf(g) === 0 ? null : 1 - lostOf(g) / countOf(g));

const BRIEF = 4; // opponents on a phone

interface Props {
  game: string;
  bot: string;
  own: Standings; // of the matches of the bot
  ratings: Standings | undefined; // of all matches
}

/** The record of a bot by seat and by opponent, each number a link to its matches. */
export function BotRecord({ game, bot, own, ratings }: Props) {
  const rows = againstOf(own, bot);
  if (rows.length === 0) return <p class="muted">No games against other bots yet.</p>;
  const lines = new Map((ratings?.lines ?? []).map((l) => [l.bot, l]));
  const seats = own.lines?.find((l) => l.bot === bot)?.seats ?? [];
  return (
    <>
      <p>
        {seats.map((games, seat) => (
          <span key={seat} class="chip">
            Seat {seat}: <Record games={games} bot={bot} of={{ game, filter: `seat=${seat}` }} />
            {countOf(games) > 0 && ` (${percent(shareOf(games))})`}
          </span>
        ))}
      </p>
      <Table
        caption="Record by opponent"
        columns={columnsOf(game, bot, lines, seats.length)}
        rows={rows}
        id={(r) => r.opponent}
        brief={BRIEF}
      />
      <p class="muted">Wins, draws and losses; most points lost first.</p>
    </>
  );
}

function columnsOf(
  game: string,
  bot: string,
  lines: ReadonlyMap<string, Line>,
  seats: number,
): Column<Against>[] {
  const unknown = { elo: null, elo_error95: null };
  const of = (filter: string) => ({ game, filter });
  return [
    {
      key: 'opponent',
      title: 'Opponent',
      by: (r) => r.opponent,
      cell: (r) => <BotLink game={game} id={r.opponent} />,
    },
    {
      key: 'elo',
      title: 'Its Elo ± 95 %',
      numeric: true,
      by: (r) => lines.get(r.opponent)?.elo ?? null,
      cell: (r) => <Elo {...(lines.get(r.opponent) ?? unknown)} />,
    },
    {
      key: 'score',
      title: 'Score',
      numeric: true,
      by: (r) => shareOf(r.games),
      cell: (r) => percent(shareOf(r.games)),
    },
    {
      key: 'games',
      title: 'W-D-L',
      numeric: true,
      by: (r) => countOf(r.games),
      csv: (r) => ({ 'W-D-L': record(r.games) }),
      cell: (r) => <Record games={r.games} bot={bot} of={of(`opponent=${r.opponent}`)} />,
    },
    ...Array.from({ length: seats }, (_, seat): Column<Against> => {
      const title = `In seat ${seat}`;
      const gamesOf = (r: Against) => r.seats[seat] ?? { wins: 0, draws: 0, losses: 0 };
      return {
        key: `seat-${seat}`,
        title,
        numeric: true,
        by: (r) => shareOf(gamesOf(r)),
        csv: (r) => ({ [title]: record(gamesOf(r)) }),
        cell: (r) => <Record games={gamesOf(r)} bot={bot} of={of(`seat=${seat},opponent=${r.opponent}`)} />,
      };
    }),
  ];
}
