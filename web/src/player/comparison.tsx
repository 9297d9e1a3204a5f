import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { startOf } from '../replay/model';
import { onTheme } from '../ui/theme';
import { useDocumentTitle } from '../ui/title';
import { Answers } from './answers';
import { BoardView } from './boardview';
import { runClock } from './clock';
import { Controls } from './controls';
import { firstDifference } from './difference';
import type { PageCommands } from './keyboard';
import { KeysDialog, keysOf, useKeys } from './keys';
import { Outcome } from './outcome';
import type { Player } from './player';
import { Plots } from './plots';
import { Seats } from './seats';
import { TimelineBar } from './timelinebar';
import { eventAt } from './turningpoints';
import { Unwatched } from './unwatched';
import { parseHash } from './urlstate';
import { useAddress } from './useurlstate';
import '../style/player.css';

interface Props {
  left: Player;
  right: Player;
  gone?: readonly [a: ComponentChildren, b: ComponentChildren]; // what is said of one without a replay
  children?: ComponentChildren; // the pickers
}

/** Two matches side by side with a common position. The shorter one stays at its end. */
export function Comparison({ left, right, gone, children }: Props) {
  const { transport } = left;
  useDocumentTitle('Compare');
  const [help, setHelp] = useState(false);
  useEffect(() => runClock(transport), [transport]);
  // Asked before the address is kept up to date, which begins as soon as one of the matches has been read.
  const named = useMemo(() => parseHash(location.hash).at !== undefined, [left, right]);
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
  const differ = useDifference(left, right);
  useEffect(() => {
    if (differ.turn !== undefined && !named && transport.at === 0) show(differ.turn);
  }, [differ.turn]);
  const swapped = useObservable(right.replay, () => areSwapped(left, right));
  const marks = useRef<HTMLDivElement>(null);
  useEffect(() => (swapped ? swapColours(marks.current!) : undefined), [swapped]);
  return (
    <main class="comparison">
      <h1 class="unseen">Compare two matches</h1>
      {children}
      <div class="pair">
        <Side name="A" player={left} gone={gone?.[0]} />
        <Side name="B" player={right} gone={gone?.[1]} swapped={swapped} />
      </div>
      <div class="bar">
        <TimelineBar player={left} name="A" />
        <div ref={marks} class="marks">
          <TimelineBar player={right} name="B" />
        </div>
        <Controls transport={transport} replay={left.replay} event={toEvent}>
          <Difference {...differ} show={show} />
        </Controls>
      </div>
      <Answers left={left} right={right} swapped={swapped} />
      <div class="curves">
        <Plots player={left} other={right} swapped={swapped} />
      </div>
      {help && <KeysDialog close={() => setHelp(false)} keys={keysOf(page)} />}
    </main>
  );
}

/** Whether two matches are of the same two bots in opposite seats. */
function areSwapped(left: Player, right: Player): boolean {
  const [a, b] = [left, right].map((p) => p.replay.header?.seats.map((s) => s.bot));
  return a?.length === 2 && b?.length === 2 && a[0] !== a[1] && a[0] === b[1] && a[1] === b[0];
}

interface Found {
  known: boolean; // both matches have been read
  turn: number | undefined; // the first in which they differ
}

/** The first turn in which two matches differ, once both are read. */
function useDifference(left: Player, right: Player): Found {
  const whole = (p: Player) => p.replay.footer !== undefined || p.replay.note !== undefined;
  const a = useObservable(left.replay, () => whole(left));
  const b = useObservable(right.replay, () => whole(right));
  return useMemo(
    () => ({
      known: a && b,
      turn: a && b ? firstDifference(left.replay.frames, right.replay.frames) : undefined,
    }),
    [a, b, left, right],
  );
}

/** A button that shows the first turn in which the matches differ. */
function Difference({ known, turn, show }: Found & { show: (turn: number) => void }) {
  if (!known) return null;
  if (turn === undefined) return <span class="muted">The matches are the same</span>;
  return (
    <button type="button" class="differ" onClick={() => show(turn)}>
      First difference: turn {turn}
    </button>
  );
}

interface SideProps {
  name: string;
  player: Player;
  gone: ComponentChildren;
  swapped?: boolean;
}

function Side({ name, player, gone, swapped = false }: SideProps) {
  const { replay } = player;
  const section = useRef<HTMLElement>(null);
  useEffect(
    () => (swapped ? swapColours(section.current!, () => player.view?.recolour()) : undefined),
    [swapped, player],
  );
  const header = useObservable(replay, () => replay.header);
  const error = useObservable(replay, () => replay.error);
  if (error !== undefined && replay.gone) {
    return (
      <section class="side">
        <p class="caption">
          <b>{name}</b> {gone}
        </p>
        <p class="note">The replay of this match was not kept, so it cannot be compared turn by turn.</p>
      </section>
    );
  }
  return (
    <section ref={section} class="side">
      {error !== undefined && <p class="error">{error}</p>}
      <Unwatched replay={replay} />
      {header && (
        <p class="caption">
          <b>{name}</b> {header.game} <span class="muted">{startOf(header)}</span> <Outcome player={player} />
        </p>
      )}
      <Seats player={player} />
      <BoardView player={player} />
    </section>
  );
}

const SEAT_COLOURS = [
  ['--seat-0', '--seat-1'],
  ['--seat-0-text', '--seat-1-text'],
  ['--seat-0-soft', '--seat-1-soft'],
  ['--on-seat', '--on-seat-1'],
] as const;

/** Gives each seat in a part of B the colour of the other one, so that a bot has the same as in A. */
function swapColours(part: HTMLElement, changed = () => {}): () => void {
  const swap = () => {
    const style = getComputedStyle(document.documentElement);
    for (const [a, b] of SEAT_COLOURS) {
      part.style.setProperty(a, style.getPropertyValue(b));
      part.style.setProperty(b, style.getPropertyValue(a));
    }
    changed();
  };
  swap();
  return onTheme(swap);
}
