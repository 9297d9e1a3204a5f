import { useMemo, useRef } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import type { Player } from './player';
import { type Pin, pins, placeOf, turnAt } from './timeline';

/** The timeline: drag to seek; a pin marks every notable turn. */
export function TimelineBar({ player, name }: { player: Player; name?: string }) {
  const { transport } = player;
  const at = useObservable(transport, () => transport.at);
  const last = useObservable(transport, () => transport.last);
  const known = useObservable(player, () => player.marks.length);
  const report = useObservable(player, () => player.analysis);
  const marks = useMemo(
    () => pins(player.marks).map((pin) => <PinMark key={pin.turn} pin={pin} last={last} />),
    [known, last, report, player],
  ); // memoized: the pins stay while the position moves
  const bar = useRef<HTMLDivElement>(null);

  const seek = (e: PointerEvent) => {
    const box = bar.current!.getBoundingClientRect();
    transport.stopAt(turnAt(e.clientX - box.left, box.width, last));
  };
  return (
    <div
      ref={bar}
      class="timeline"
      role="slider"
      tabIndex={0}
      aria-label={name ? `turn of ${name}` : 'turn'}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={Math.ceil(at)}
      onPointerDown={(e) => {
        bar.current!.setPointerCapture(e.pointerId);
        seek(e);
      }}
      onPointerMove={(e) => bar.current!.hasPointerCapture(e.pointerId) && seek(e)}
    >
      {name && <b class="name">{name}</b>}
      <div class="rail" />
      <div class="played" style={{ width: `${100 * placeOf(at, last)}%` }} />
      {marks}
      <div class="thumb" style={{ left: `${100 * placeOf(at, last)}%` }} />
    </div>
  );
}

const SIGN: Record<Pin['kind'], string> = {
  fault: '✕',
  mistake: '?',
  capture: '⚑',
  kill: '▲',
  score: '',
  other: '',
};

function PinMark({ pin, last }: { pin: Pin; last: number }) {
  const seat = pin.seat === undefined ? '' : `seat-${pin.seat}`;
  return (
    <span
      class={`pin ${pin.kind} ${seat}`}
      title={pin.text}
      style={{ left: `${100 * placeOf(pin.turn, last)}%` }}
    >
      {SIGN[pin.kind]}
    </span>
  );
}
