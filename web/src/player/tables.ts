import type { Board } from '../games/renderer';
import type { Cell } from '../lib/csv';
import { eventsOf } from '../replay/model';
import type { Replay } from '../replay/replay';
import { plotsOf } from './plotdata';

/** The plots as a table: a row for each turn, a column for each line. */
export function turnsTable({ frames, header }: Replay, board: Board): Cell[][] {
  const lines = plotsOf(frames, board.series, header!.seats).flatMap((plot) =>
    plot.lines.map((line) => ({ ...line, title: titleOf(plot.name, line.label, line.seat) })),
  );
  return [
    ['turn', ...lines.map((l) => l.title)],
    ...frames.map((frame, turn) => [frame.turn, ...lines.map((l) => l.values[turn])]),
  ];
}

function titleOf(plot: string, label: string, seat: number | undefined): string {
  const of = label === plot ? plot : `${plot}: ${label}`;
  return seat === undefined ? of : `${of} (seat ${seat})`;
}

/** The log as a table: a row for each event. */
export function eventsTable({ frames }: Replay, board: Board): Cell[][] {
  const rows: Cell[][] = [['turn', 'step', 'seat', 'type', 'text']];
  for (const frame of frames)
    for (const e of eventsOf(frame.view))
      rows.push([frame.turn, e.step, e.seat, e.type, board.describeEvent(e)]);
  return rows;
}
