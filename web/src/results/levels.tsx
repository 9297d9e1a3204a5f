import type { Game, Level } from '../api/types';
import { titleOf } from '../ui/botname';
import { capital, number } from '../ui/format';
import { type Column, Table } from '../ui/table';
import { playAgainst } from './choices';

interface Props {
  game: Game;
  playable: boolean; // whether humans can play the game in the browser
}

/** The levels of the builtin boss, the weakest first, with their ratings, and a link to play against each. */
export function Levels({ game, playable }: Props) {
  const { levels, unit } = game.boss;
  const columns: Column<Level>[] = [
    { key: 'bot', title: 'Bot', name: true, cell: (l) => <span title={l.bot}>{titleOf(l.bot)}</span> },
    {
      key: 'rating',
      title: capital(unit),
      numeric: true,
      by: (l) => l.rating,
      cell: (l) => number(l.rating),
    },
  ];
  if (game.max_seats > 1 && playable) {
    columns.push({
      key: 'play',
      title: 'Play',
      cell: (l) => <a href={playAgainst(game.name, l.bot)}>Play against it</a>,
    });
  }
  return <Table caption="Levels of the boss" columns={columns} rows={levels ?? []} id={(l) => l.bot} />;
}
