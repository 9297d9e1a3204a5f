import { useEffect, useState } from 'preact/hooks';
import { useWatch } from '../lib/store';
import { BoardView } from './boardview';
import { runClock } from './clock';
import { Controls } from './controls';
import { KeysDialog, useKeys } from './keys';
import { Seats } from './panel';
import { Plots } from './plots';
import type { Session } from './session';
import { TimelineBar } from './timelinebar';
import '../style/player.css';

/** Two matches side by side, with one position for both. The shorter one stays at its end. */
export function Comparison({ left, right }: { left: Session; right: Session }) {
  const { transport } = left;
  const [help, setHelp] = useState(false);
  useEffect(() => runClock(transport), [transport]);
  useKeys(transport, {
    fullScreen: () => void document.documentElement.requestFullscreen(),
    help: () => setHelp(true),
  });
  return (
    <main class="comparison">
      <div class="pair">
        <Side session={left} />
        <Side session={right} />
      </div>
      <div class="bar">
        <TimelineBar session={left} />
        <Controls transport={transport} replay={left.replay} />
      </div>
      <div class="pair curves">
        <Plots session={left} />
        <Plots session={right} />
      </div>
      {help && <KeysDialog close={() => setHelp(false)} />}
    </main>
  );
}

function Side({ session }: { session: Session }) {
  const { replay } = session;
  const error = useWatch(replay, () => replay.error);
  return (
    <section class="side">
      {error !== undefined && <p class="error">{error}</p>}
      <Seats session={session} />
      <BoardView session={session} />
    </section>
  );
}
