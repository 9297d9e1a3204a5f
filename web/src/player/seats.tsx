import { useObservable } from '../lib/observable';
import { HUMAN, type SeatTurn } from '../replay/model';
import { titleOf } from '../ui/botname';
import { duration, exact } from '../ui/format';
import { idle } from './idle';
import type { Player } from './player';

/** A card for each seat: bot, score, time of this turn. Selecting one shows the board from that seat. */
export function Seats({ player }: { player: Player }) {
  const { replay, transport } = player;
  const turn = useObservable(transport, () => player.turn);
  useObservable(player, () => player.board);
  const seat = useObservable(player, () => player.seat);
  useObservable(replay, () => replay.footer);
  if (!replay.ready) return null;
  const solo = replay.header!.seats.length === 1;
  return (
    <div class="seats">
      {replay.header!.seats.map((info, i) => {
        const standing = player.board?.standing(replay.frames, turn, i);
        const faults = replay.footer?.result.faults?.filter((f) => f.seat === i) ?? [];
        const over = turn === replay.last ? replay.footer?.result : undefined;
        return (
          <div key={i} class={`seat seat-${i}${seat === i ? ' chosen' : ''}`}>
            <SeatName player={player} seat={i} solo={solo} />
            <span class="score">
              {scoreOf(over ? over.scores[i] : standing?.score)}
              {over && !solo && <span class="muted rank"> {place(over.ranks, i)}</span>}
            </span>
            <TimeBar
              seat={replay.frames[turn]!.seats[i]!}
              among={replay.frames[turn]!.seats}
              free={info.bot === HUMAN}
              timed={replay.header?.imported === undefined}
            />
            <span class="facts">
              {standing?.facts.map(([label, value]) => (
                <span key={label}>
                  <span class="muted">{label}</span> {value}
                </span>
              ))}
              {faults.slice(0, 1).map((f) => (
                <FaultLink key={f.turn} turn={f.turn} count={faults.length} player={player} />
              ))}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** A score, where there is one. */
function scoreOf(score: number | null | undefined): string {
  return score === null || score === undefined ? '' : exact(score);
}

/** The name of a seat: a button that covers the card, and selects the seat; links of the card lie above it. */
function SeatName({ player, seat, solo }: { player: Player; seat: number; solo: boolean }) {
  const info = player.replay.header!.seats[seat]!;
  const chosen = useObservable(player, () => player.seat) === seat;
  const name = (
    <>
      <span class="sign">{seat}</span>
      <span class="name">{titleOf(info.name)}</span>
      {info.version && <span class="muted">{info.version}</span>}
    </>
  );
  if (solo)
    return (
      <span class="who" title={info.bot}>
        {name}
      </span>
    );
  return (
    <button
      type="button"
      class="who"
      aria-pressed={chosen}
      title={`${info.bot}: show the view of seat ${seat}`}
      onClick={() => player.setSeat(chosen ? null : seat)}
    >
      {name}
    </button>
  );
}

function FaultLink({ turn, count, player }: { turn: number; count: number; player: Player }) {
  return (
    <a
      class="fault-link"
      href={`#t=${turn}`}
      onClick={(e) => {
        e.preventDefault();
        player.transport.stopAt(turn);
      }}
    >
      ✕ {count === 1 ? 'fault' : `${count} faults, first`} in turn {turn}
    </a>
  );
}

interface TimeProps {
  seat: SeatTurn;
  among: readonly SeatTurn[];
  free: boolean; // it has no limit
  timed: boolean;
}

function TimeBar({ seat, among, free, timed }: TimeProps) {
  const wall = (seat.wall_us ?? 0) / 1000;
  const limit = free ? 0 : (seat.limit_us ?? 0) / 1000;
  if (!timed) return <span class="muted ms">{seat.asked ? 'time unknown' : idle(among)}</span>;
  const share = limit > 0 ? Math.min(1, wall / limit) : 0;
  return (
    <span class="time">
      <span class="track">
        <span class={share > 0.8 ? 'fill high' : 'fill'} style={{ width: `${100 * share}%` }} />
      </span>
      <span class="muted ms">{seat.asked ? timeOf(wall, limit) : free ? '' : idle(among)}</span>
    </span>
  );
}

const UNLIMITED = 3_600_000; // milliseconds: what a seat without a limit is given

/** A time beside its limit, if there is one. */
function timeOf(wall: number, limit: number): string {
  if (limit <= 0 || limit >= UNLIMITED) return `${ms(wall)} ms`;
  return limit < 10_000 ? `${ms(wall)} / ${ms(limit)} ms` : `${ms(wall)} ms / ${duration(limit)}`;
}

/** Milliseconds with three significant digits. */
export function ms(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function place(ranks: readonly number[], seat: number): string {
  if (ranks.filter((r) => r === 1).length > 1 && ranks[seat] === 1) return 'draw';
  return ['', '1st', '2nd', '3rd'][ranks[seat]!] ?? `${ranks[seat]}th`;
}
