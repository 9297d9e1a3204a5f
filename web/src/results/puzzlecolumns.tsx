import type { PuzzleSet } from '../api/types';
import { NONE } from '../ui/format';
import type { Column } from '../ui/table';
import { Ago } from '../ui/time';
import { to } from './links';
import { LastRun, lastRun } from './puzzles';

/** The bot that was named last when bots were asked last: of an old version and a new one the new one. */
const last = (s: PuzzleSet) => lastRun(s).at(-1);

/** The columns of a list of sets of positions. */
export const puzzleSetColumns: readonly Column<PuzzleSet>[] = [
  {
    key: 'name',
    title: 'Puzzle set',
    by: (s) => s.name,
    cell: (s) => <a href={to.puzzles(s.name)}>{s.name}</a>,
  },
  {
    key: 'game',
    title: 'Game',
    by: (s) => s.game,
    cell: (s) => (s.game ? <a href={to.game(s.game)}>{s.game}</a> : NONE),
  },
  { key: 'count', title: 'Positions', numeric: true, by: (s) => s.count },
  {
    key: 'last',
    title: 'Last answers',
    about:
      'Of the bots that were asked last: in how many positions each solved the puzzle, and in how many it made the mistake again.',
    csv: (s) => ({ bot: last(s)?.bot ?? '', solved: last(s)?.best ?? null, again: last(s)?.same ?? null }),
    cell: (s) =>
      s.why ? (
        <span class="fault">{s.why}</span>
      ) : last(s) ? (
        <LastRun runs={lastRun(s)} />
      ) : (
        <span class="muted">nobody asked yet</span>
      ),
  },
  {
    key: 'at',
    title: 'Asked',
    numeric: true,
    by: (s) => Date.parse(last(s)?.at ?? '') || null,
    cell: (s) => (last(s) ? <Ago at={last(s)!.at} /> : NONE),
  },
];
