import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { startOf } from '../replay/model';
import { Answers } from './answers';
import { BoardView } from './boardview';
import { runClock } from './clock';
import { Controls } from './controls';
import { firstDifference } from './difference';
import type { PageCommands } from './keyboard';
import { KeysDialog, keysOf, useKeys } from './keys';
import type { Player } from './player';
import { Plots } from './plots';
import { Seats } from './seats';
import { TimelineBar } from './timelinebar';
import { eventAt } from './turningpoints';
import { Unwatched } from './unwatched';
import { useAddress } from './useurlstate';
import '../style/player.css';

interface Props {
  left: Player;
  right: Player;
  children?: ComponentChildren; // the pickers
}

/** Two matches side by side with a common position. The shorter one stays at its end. */
export function Comparison({ left, right, children }: Props) {
  const { transport } = left;
  const [help, setHelp] = useState(false);
  useEffect(() => runClock(transport), [transport]);
  useAddress(left);
  const toEvent = (by: 1 | -1) => {
    const found = [left, right].flatMap((p) => eventAt(p.marks, transport.at, by) ?? []);
    if (found.length > 0) show(by > 0 ? Math.min(...found) : Math.max(...found));
  };
  const show = (turn: number) => transport.stopAt(turn);
  const page: PageCommands = {
    fullScreen: () => void document.documentElement.requestFullscreen(),
    help: () => setHelp(true),
    event: toEvent,
  };
  useKeys(transport, page);
  return (
    <main class="comparison">
      {children}
      <div class="pair">
        <Side name="A" player={left} />
        <Side name="B" player={right} />
      </div>
      <div class="bar">
        <TimelineBar player={left} name="A" />
        <TimelineBar player={right} name="B" />
        <Controls transport={transport} replay={left.replay} event={toEvent}>
          <Difference left={left} right={right} show={show} />
        </Controls>
      </div>
      <Answers left={left} right={right} />
      <div class="curves">
        <Plots player={left} other={right} />
      </div>
      {help && <KeysDialog close={() => setHelp(false)} keys={keysOf(page)} />}
    </main>
  );
}

/** A button that shows the first turn in which the matches differ. */
function Difference({ left, right, show }: Props & { show: (turn: number) => void }) {
  const whole = (p: Player) => p.replay.footer !== undefined || p.replay.note !== undefined;
  const a = useObservable(left.replay, () => whole(left));
  const b = useObservable(right.replay, () => whole(right));
  if (!a || !b) return null;
  const turn = firstDifference(left.replay.frames, right.replay.frames);
  if (turn === undefined) return <span class="muted">the matches are the same</span>;
  return (
    <button type="button" class="differ" onClick={() => show(turn)}>
      first difference: turn {turn}
    </button>
  );
}

function Side({ name, player }: { name: string; player: Player }) {
  const { replay } = player;
  const header = useObservable(replay, () => replay.header);
  const error = useObservable(replay, () => replay.error);
  return (
    <section class="side">
      {error !== undefined && <p class="error">{error}</p>}
      <Unwatched replay={replay} />
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
