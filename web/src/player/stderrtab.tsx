import { useObservable } from '../lib/observable';
import type { Player } from './player';
import { TurnList } from './turnlist';

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
