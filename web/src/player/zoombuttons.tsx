import { useObservable } from '../lib/observable';
import { Icon } from '../ui/icon';
import type { BoardCanvas } from './boardcanvas';
import type { Player } from './player';

const STEP = 1.6; // factor of one press

/** Buttons over the board: closer, farther, the whole board, and whether the camera follows the action. */
export function ZoomButtons({ player, view }: { player: Player; view: BoardCanvas }) {
  const follow = useObservable(player, () => player.follow);
  const canFollow = player.board?.focus !== undefined;
  return (
    <div class="zoom">
      <button type="button" title="Zoom in" aria-label="zoom in" onClick={() => view.zoom(STEP)}>
        <Icon name="plus" />
      </button>
      <button type="button" title="Zoom out" aria-label="zoom out" onClick={() => view.zoom(1 / STEP)}>
        <Icon name="minus" />
      </button>
      <button
        type="button"
        title="Show the whole board"
        aria-label="show the whole board"
        onClick={() => view.fit()}
      >
        <Icon name="fit" />
      </button>
      {canFollow && (
        <button
          type="button"
          title="The camera follows the action when zoomed in"
          aria-label="camera follows the action"
          aria-pressed={follow}
          onClick={() => player.set('follow', !follow)}
        >
          <Icon name="follow" />
        </button>
      )}
    </div>
  );
}
