import type { Game, LadderLevel } from '../api/types';
import { PLAYABLE } from '../games';
import { address } from '../lib/url';
import { number } from '../ui/format';
import { type Column, Table } from '../ui/table';

/** The levels of the builtin boss, the weakest first, with their ratings, and a link to play against each. */
export function LadderTable({ game }: { game: Game }) {
  const { levels, unit } = game.ladder;
  return <Table caption="Ladder" columns={columnsOf(game, unit)} rows={levels ?? []} id={(l) => l.bot} />;
}

function columnsOf(game: Game, unit: string): Column<LadderLevel>[] {
  const columns: Column<LadderLevel>[] = [
    { key: 'bot', title: 'Bot', name: true, cell: (l) => <code>{l.bot}</code> },
    {
      key: 'rating',
      title: unit,
      numeric: true,
      by: (l) => l.rating,
      cell: (l) => number(l.rating),
    },
  ];
  if (game.max_seats > 1 && PLAYABLE.includes(game.name)) {
    columns.push({
      key: 'play',
      title: 'Play',
      cell: (l) => <a href={address('/play', { game: game.name, bot: l.bot })}>Play against it</a>,
    });
  }
  return columns;
}
