import type { Column } from '../ui/table';
import { BotLink } from './links';

interface Ranked {
  place: number;
  bot: string;
}

/** The first columns of a ranking: the place and the bot. */
export function rankColumns(game: string): Column<Ranked>[] {
  return [
    { key: 'place', title: '#', numeric: true, by: (l) => l.place },
    {
      key: 'bot',
      title: 'Bot',
      name: true,
      by: (l) => l.bot,
      cell: (l) => <BotLink game={game} id={l.bot} />,
    },
  ];
}
