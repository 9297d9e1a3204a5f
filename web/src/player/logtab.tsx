import { useObservable } from '../lib/observable';
import { eventsOf } from '../replay/model';
import type { Player } from './player';
import { TurnList } from './turnlist';

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
