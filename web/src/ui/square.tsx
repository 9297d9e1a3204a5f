import type { ComponentChildren } from 'preact';

/** The side of a Square in its own units, and its edge for the numbers of the axes. */
export const SIDE = 320;
export const EDGE = 34;
/** What is left for the values of an axis. */
export const ROOM = SIDE - EDGE - 10;

interface Props {
  label: string; // for screen readers
  kind: string; // class of its style
  ends: readonly [low: string, high: string]; // of the axis across
  start: number; // where the axis across begins
  legend: ComponentChildren;
  children: ComponentChildren;
}

/** A small square chart. */
export function Square({ label, kind, ends, start, legend, children }: Props) {
  return (
    <figure class="chart">
      <svg class={kind} viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={label}>
        {children}
        <text x={start} y={SIDE - 14}>
          {ends[0]}
        </text>
        <text x={SIDE} y={SIDE - 14} text-anchor="end">
          {ends[1]}
        </text>
      </svg>
      <figcaption>{legend}</figcaption>
    </figure>
  );
}
