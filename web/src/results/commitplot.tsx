import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { type Scale, stepsOf } from '../ui/scale';
import { Scroll } from '../ui/table';
import { useWidth } from '../ui/width';
import { shortest } from './commits';

const HEIGHT = 300;
const LEFT = 52;
const RIGHT = 10;
const TOP = 26;
const BOTTOM = 26;
const LEAST = 9; // pixels of a commit; a longer line scrolls
const LABEL = 70; // least distance of two labels below the plot
const HALF = 27; // of the width of a label, at most

/** Where a plot has its commits and values. */
export interface Place {
  x: (commit: number) => number; // the middle of its column
  y: (value: number) => number;
  column: number; // the width of a column
  top: number;
  bottom: number;
}

interface Props {
  label: string; // for screen readers
  commits: readonly string[];
  scale: Scale;
  name: (value: number) => string; // of a line of the scale
  children: (place: Place) => ComponentChildren;
}

/**
 * A plot with a column for each commit, the oldest first. It is as wide as the page, or scrolls: then it opens at the newest
 * commits, and the scale stays in sight.
 */
export function CommitPlot({ label, commits, scale, name, children }: Props) {
  const [box, room] = useWidth<HTMLDivElement>();
  const width = Math.max(room, LEFT + RIGHT + LEAST * commits.length);
  const column = (width - LEFT - RIGHT) / commits.length;
  const x = (commit: number) => LEFT + (commit + 0.5) * column;
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((value - scale.low) / (scale.high - scale.low)) * (HEIGHT - TOP - BOTTOM);
  const every = Math.ceil(LABEL / column);
  const steps = stepsOf(scale);
  const known = room > 0;
  useLayoutEffect(() => {
    const scroll = box.current?.parentElement;
    if (known && scroll) scroll.scrollLeft = scroll.scrollWidth;
  }, [known, commits.length]);
  return (
    <Scroll label="Plot by commit">
      <div ref={box} class="commit-plot">
        {known && (
          <div class="whole">
            <svg
              class="scale"
              width={LEFT}
              height={HEIGHT - BOTTOM}
              style={{ marginBottom: BOTTOM - HEIGHT }}
              aria-hidden="true"
            >
              {steps.map((value) => (
                <text key={value} x={LEFT - 6} y={y(value) + 4} text-anchor="end">
                  {name(value)}
                </text>
              ))}
            </svg>
            <svg width={width} height={HEIGHT} role="img" aria-label={label}>
              {steps.map((value) => (
                <line
                  key={value}
                  class={value === 0 ? 'zero' : 'grid'}
                  x1={LEFT}
                  x2={width - RIGHT}
                  y1={y(value)}
                  y2={y(value)}
                />
              ))}
              {children({ x, y, column, top: TOP, bottom: HEIGHT - BOTTOM })}
              {commits.map(
                (commit, i) =>
                  (commits.length - 1 - i) % every === 0 && (
                    <text
                      key={commit}
                      x={Math.max(HALF, Math.min(x(i), width - HALF))}
                      y={HEIGHT - 8}
                      text-anchor="middle"
                    >
                      {shortest(commit)}
                    </text>
                  ),
              )}
            </svg>
          </div>
        )}
      </div>
    </Scroll>
  );
}
