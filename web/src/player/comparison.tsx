import { useEffect, useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { startOf } from '../replay/model';
import { BoardView } from './boardview';
import { runClock } from './clock';
import { Controls } from './controls';
import { KeysDialog, useKeys } from './keys';
import type { Player } from './player';
import { Plots } from './plots';
import { Seats } from './seats';
import { TimelineBar } from './timelinebar';
import { useAddress } from './useurlstate';
import '../style/player.css';

/** Two matches side by side with a common position. The shorter one stays at its end. */
export function Comparison({ left, right }: { left: Player; right: Player }) {
  const { transport } = left;
  const [help, setHelp] = useState(false);
  useEffect(() => runClock(transport), [transport]);
  useAddress(left);
  useKeys(transport, {
    fullScreen: () => void document.documentElement.requestFullscreen(),
    help: () => setHelp(true),
  });
  return (
    <main class="comparison">
      <div class="pair">
        <Side name="A" player={left} />
        <Side name="B" player={right} />
      </div>
      <div class="bar">
        <TimelineBar player={left} />
        <Controls transport={transport} replay={left.replay} />
      </div>
      <div class="curves">
        <Plots player={left} other={right} />
      </div>
      {help && <KeysDialog close={() => setHelp(false)} />}
    </main>
  );
}

function Side({ name, player }: { name: string; player: Player }) {
  const { replay } = player;
  const header = useObservable(replay, () => replay.header);
  const error = useObservable(replay, () => replay.error);
  return (
    <section class="side">
      {error !== undefined && <p class="error">{error}</p>}
      {header && (
        <p class="caption">
          <b>{name}</b> {header.game} <span class="muted">{startOf(header)}</span>
        </p>
      )}
      <Seats player={player} />
      <BoardView player={player} />
    </section>
  );
}
