import { useObservable } from '../lib/observable';
import { finaleOf } from './finale';
import type { Player } from './player';

/** The result in one line; with results hidden, once the last turn is shown. */
export function Outcome({ player }: { player: Player }) {
  const { replay, transport } = player;
  const footer = useObservable(replay, () => replay.footer);
  const hidden = useObservable(player, () => player.hideResults);
  const over = useObservable(transport, () => transport.at === replay.last);
  if (footer === undefined || replay.header === undefined) return null;
  if (hidden && !over) return <span class="muted">result hidden</span>;
  const { title, detail } = finaleOf(footer.result, replay.header);
  return (
    <span>
      <b>{title}</b> <span class="muted">{detail}</span>
    </span>
  );
}
