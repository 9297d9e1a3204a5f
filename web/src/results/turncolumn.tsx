import type { Column } from '../ui/table';
import { TurnLink } from './links';

/** An answer: its match, turn and seat. */
interface Answer {
  match: string;
  turn: number;
  seat: number;
}

/** The key of an answer in a table of answers. */
export const turnOf = (a: Answer) => `${a.match} ${a.turn} ${a.seat}`;

/** The turn of an answer, as a link to it. */
export const turnColumn: Column<Answer> = {
  key: 'turn',
  title: 'Turn',
  csv: (a) => ({ match: a.match, seat: a.seat, turn: a.turn }),
  cell: (a) => <TurnLink at={a} />,
};
