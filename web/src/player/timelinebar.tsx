import type { TargetedPointerEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { useTurningPoints } from './highlights';
import type { Player } from './player';
import { type Pin, pins, placeOf, turnAt } from './timeline';
import type { Transport } from './transport';

/** The timeline: drag to seek; a pin marks every notable turn. */
export function TimelineBar({ player, name }: { player: Player; name?: string }) {
  const { transport } = player;
  const at = useObservable(transport, () => transport.at);
  const last = useObservable(transport, () => transport.last);
  const known = useObservable(player, () => player.marks.length);
  const report = useObservable(player, () => player.analysis);
  const points = useTurningPoints(player);
  const marks = useMemo(() => {
    const turning = new Set(points.map((p) => p.turn));
    const all = pins(player.marks.map((of) => of.filter(({ kind }) => kind !== 'mistake'))); // the curve above has those
    const marked = new Set(all.map((pin) => pin.turn));
    for (const { turn, kind, seat, text } of points)
      if (kind !== 'mistake' && !marked.has(turn))
        all.push({ turn, kind, seat, text: `turn ${turn}: ${text}` });
    return all.map((pin) => <PinMark key={pin.turn} pin={pin} last={last} turning={turning.has(pin.turn)} />);
  }, [known, last, report, player, points]); // memoized: the pins stay while the position moves
  return (
    <div
      class="timeline"
      role="slider"
      tabIndex={0}
      aria-label={name ? `turn of ${name}` : 'turn'}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={Math.ceil(at)}
      aria-valuetext={`turn ${Math.ceil(at)} of ${last}`}
      {...seeking(transport)}
    >
      {name && <b class="name">{name}</b>}
      <div class="rail" />
      <div class="played" style={{ width: `${100 * placeOf(at, last)}%` }} />
      {marks}
      <div class="thumb" style={{ left: `${100 * placeOf(at, last)}%` }} />
    </div>
  );
}

/** What lets the reader drag over an element as wide as the match to seek in it. */
export function seeking(transport: Transport) {
  const seek = ({ currentTarget, clientX }: TargetedPointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    transport.stopAt(turnAt(clientX - left, width, transport.last));
  };
  return {
    onPointerDown: (e: TargetedPointerEvent<HTMLElement>) => {
      e.currentTarget.setPointerCapture(e.pointerId);
      seek(e);
    },
    onPointerMove: (e: TargetedPointerEvent<HTMLElement>) =>
      e.currentTarget.hasPointerCapture(e.pointerId) && seek(e),
  };
}

const SIGN: Partial<Record<Pin['kind'], string>> = {
  fault: '✕',
  capture: '⚑',
  kill: '▲',
};

function PinMark({ pin, last, turning }: { pin: Pin; last: number; turning: boolean }) {
  const seat = pin.seat === undefined ? '' : `seat-${pin.seat}`;
  return (
    <span
      class={`pin ${pin.kind} ${seat} ${turning ? 'turning' : ''} ${placeOf(pin.turn, last) > 0.5 ? 'late' : ''}`}
      data-tip={pin.text}
      style={{ left: `${100 * placeOf(pin.turn, last)}%` }}
    >
      {SIGN[pin.kind]}
    </span>
  );
}
