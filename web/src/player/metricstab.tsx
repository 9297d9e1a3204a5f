import { useObservable } from '../lib/observable';
import type { Frame } from '../replay/model';
import type { Player } from './player';

/** The latest values of the bots' "@metric" lines at this turn. */
export function MetricsTab({ player }: { player: Player }) {
  const { transport, replay } = player;
  const now = useObservable(transport, () => player.turn);
  const rows = (replay.header?.seats ?? []).flatMap((_, seat) =>
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
