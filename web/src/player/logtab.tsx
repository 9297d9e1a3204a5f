import { useObservable } from '../lib/observable';
import { eventsOf } from '../replay/model';
import type { Player } from './player';
import { TurnList } from './turnlist';

/** The events, turn by turn. */
export function LogTab({ player }: { player: Player }) {
  const board = useObservable(player, () => player.board);
  const { frames } = player.replay;
  return (
    <TurnList
      player={player}
      empty="No events yet."
      lines={({ turn, view }) =>
        board?.log?.(frames, turn) ??
        eventsOf(view).map((e) => ({
          seat: e.seat,
          text: board?.describeEvent(e) ?? e.type,
          fault: e.type === 'fault',
        }))
      }
    />
  );
}
