import { useEffect, useRef } from 'preact/hooks';
import type { LogLine } from '../games/renderer';
import { useObservable } from '../lib/observable';
import type { Frame } from '../replay/model';
import type { Player } from './player';

const AROUND = 60; // turns before and after the shown one that a list holds

/** The lines of the turns around the current one, or the last before it that has some. A click on a turn's number seeks to it. */
export function TurnList({
  player,
  lines,
  empty,
}: {
  player: Player;
  lines: (frame: Frame) => LogLine[];
  empty: string;
}) {
  const { transport, replay } = player;
  const now = useObservable(transport, () => player.turn);
  useObservable(replay, () => replay.frames.length);
  const from = Math.max(0, now - AROUND);
  const frames = replay.frames.slice(from, now + AROUND + 1);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => reveal(list.current), [now]);
  const turns = frames
    .map((frame) => ({ frame, written: lines(frame) }))
    .filter(({ written }) => written.length > 0);
  if (turns.length === 0) return <p class="muted">{empty}</p>;
  const current = turns.findLast(({ frame }) => frame.turn <= now);
  return (
    <ol ref={list} class="turns">
      {turns.map(({ frame, written }) => (
        <li key={frame.turn} aria-current={frame === current?.frame ? 'true' : undefined}>
          <button type="button" class="turn-no" onClick={() => transport.seek(frame.turn)}>
            {frame.turn}
          </button>
          <div>
            {written.map((line, i) => (
              <div key={i} class={line.fault ? 'line fault-text' : 'line'}>
                <span class={line.seat === undefined ? 'dot' : `dot seat-${line.seat}`} />
                <span>{line.text}</span>
              </div>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls a list in its box, but not the page, to the current turn. */
export function reveal(list: HTMLElement | null, box = list?.closest<HTMLElement>('.tab')): void {
  const item = list?.querySelector<HTMLElement>('[aria-current]');
  if (!item || !box) return;
  const inside = item.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (inside.top < frame.top || inside.bottom > frame.bottom)
    box.scrollTop += inside.top - frame.top - frame.height / 3;
}
