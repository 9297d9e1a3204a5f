import { useEffect, useRef } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import type { Frame } from '../replay/model';
import { eventsOf } from '../replay/model';
import type { Player } from './player';

const AROUND = 60; // turns before and after the shown one that a list holds

/** The bots' stderr, turn by turn. */
export function StderrTab({ player }: { player: Player }) {
  const seat = useObservable(player, () => player.seat);
  return (
    <TurnList
      player={player}
      empty="No bot wrote to stderr around this turn."
      lines={(frame) =>
        frame.seats.flatMap((s, i) =>
          s.stderr && (seat === null || seat === i) ? [{ seat: i, text: s.stderr.replace(/\n$/, '') }] : [],
        )
      }
    />
  );
}

/** The events, turn by turn. */
export function LogTab({ player }: { player: Player }) {
  const board = useObservable(player, () => player.board);
  return (
    <TurnList
      player={player}
      empty="No events yet."
      lines={(frame) =>
        eventsOf(frame.view).map((e) => ({
          seat: e.seat,
          text: board?.describeEvent(e) ?? e.type,
          fault: e.type === 'fault',
        }))
      }
    />
  );
}

interface ListLine {
  seat: number | undefined;
  text: string;
  fault?: boolean;
}

function TurnList({
  player,
  lines,
  empty,
}: {
  player: Player;
  lines: (frame: Frame) => ListLine[];
  empty: string;
}) {
  const { transport, replay } = player;
  const now = useObservable(transport, () => player.turn);
  useObservable(replay, () => replay.frames.length);
  const from = Math.max(0, now - AROUND);
  const frames = replay.frames.slice(from, now + AROUND + 1);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => reveal(list.current), [now]);
  const turns = frames
    .map((frame) => ({ frame, written: lines(frame) }))
    .filter(({ written }) => written.length > 0);
  if (turns.length === 0) return <p class="muted">{empty}</p>;
  return (
    <ol ref={list} class="turns">
      {turns.map(({ frame, written }) => (
        <li key={frame.turn} aria-current={frame.turn === now ? 'true' : undefined}>
          <button type="button" class="turn-no" onClick={() => transport.seek(frame.turn)}>
            {frame.turn}
          </button>
          <div>
            {written.map((line, i) => (
              <div key={i} class={line.fault ? 'line fault-text' : 'line'}>
                <span class={line.seat === undefined ? 'dot' : `dot seat-${line.seat}`} />
                <span>{line.text}</span>
              </div>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the list, but not the page, to the current turn. */
function reveal(list: HTMLElement | null): void {
  const item = list?.querySelector<HTMLElement>('[aria-current]');
  const box = list?.closest<HTMLElement>('.tab');
  if (!item || !box) return;
  const inside = item.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (inside.top < frame.top || inside.bottom > frame.bottom)
    box.scrollTop += inside.top - frame.top - frame.height / 3;
}

/** The latest values of the bots' "@metric" lines at this turn. */
export function MetricsTab({ player }: { player: Player }) {
  const { transport, replay } = player;
  const now = useObservable(transport, () => player.turn);
  const rows = replay.header!.seats.flatMap((_, seat) =>
    latest(replay.frames, now, seat).map((row) => ({ seat, ...row })),
  );
  if (rows.length === 0) {
    return (
      <p class="muted">
        No metrics yet. Lines such as <code>@metric depth 5</code> on a bot's stderr are shown and plotted
        here.
      </p>
    );
  }
  return (
    <table class="metrics">
      <thead>
        <tr>
          <th>metric</th>
          <th>value</th>
          <th>turn</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={`${r.seat} ${r.name}`}>
            <td>
              <span class={`dot seat-${r.seat}`} /> {r.name}
            </td>
            <td>{r.value}</td>
            <td class="muted">{r.turn}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The last value of each metric of a seat up to a turn. */
export function latest(
  frames: readonly Frame[],
  now: number,
  seat: number,
): { name: string; value: number; turn: number }[] {
  const found = new Map<string, { name: string; value: number; turn: number }>();
  for (let turn = Math.min(now, frames.length - 1); turn >= 0; turn--) {
    for (const [name, value] of Object.entries(frames[turn]!.seats[seat]?.metrics ?? {})) {
      if (!found.has(name)) found.set(name, { name, value, turn });
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}
