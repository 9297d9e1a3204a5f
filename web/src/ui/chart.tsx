import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { number } from './format';
import { wholeSteps } from './steps';
import { onTheme } from './theme';

/** A curve of a Chart. Its colour is a token of the style; the dash makes curves distinguishable without colour. */
export interface Curve {
  name: string;
  token: string;
  dash: readonly number[];
  values: readonly (number | null)[];
  errors?: readonly (number | null)[]; // half the height of a band around the values
}

interface Props {
  label: string; // for screen readers
  xLabel: string;
  xs: readonly number[];
  curves: readonly Curve[];
}

const HEIGHT = 240;

/** A line chart. The legend is HTML text, so that it wraps and screen readers can read it. */
export function Chart({ label, xLabel, xs, curves }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = box.current;
    if (at === null) return; // unmounted before the first paint
    let plot: uPlot | undefined;
    const make = () => {
      plot?.destroy();
      const width = at.clientWidth;
      const data = [[...xs], ...curves.flatMap(linesOf)] as uPlot.AlignedData;
      plot = new uPlot(options(width, xLabel, curves), data, at);
    };
    make();
    const observer = new ResizeObserver(() => plot?.setSize({ width: at.clientWidth, height: HEIGHT }));
    observer.observe(at);
    const stop = onTheme(make);
    return () => {
      stop();
      observer.disconnect();
      plot?.destroy();
    };
  }, [xs, curves, xLabel]);
  return (
    <figure class="chart">
      <div ref={box} role="img" aria-label={label} />
      <figcaption>
        {curves.map((c) => (
          <span key={c.name} class="key">
            <svg viewBox="0 0 28 8" width={28} height={8} aria-hidden="true">
              <line
                class={c.token}
                x1={1}
                x2={27}
                y1={4}
                y2={4}
                stroke-width={2}
                stroke-dasharray={c.dash.join(' ')}
              />
            </svg>
            {c.name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** The values of a curve, and the edges of its band. */
function linesOf({ values, errors }: Curve): (number | null)[][] {
  if (!errors) return [[...values]];
  const edge = (sign: number) =>
    values.map((v, i) => (v === null || errors[i] == null ? null : v + sign * errors[i]));
  return [[...values], edge(1), edge(-1)];
}

/** The bands between the edges of the curves that have errors. */
function bandsOf(curves: readonly Curve[], token: (name: string) => string): uPlot.Band[] {
  let at = 1;
  return curves.flatMap((c) => {
    const series: [number, number] = [at + 1, at + 2];
    at += c.errors ? 3 : 1;
    return c.errors ? [{ series, fill: `color-mix(in srgb, ${token(c.token)} 14%, transparent)` }] : [];
  });
}

function options(width: number, xLabel: string, curves: readonly Curve[]): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    stroke: token('muted'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: token('line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    scales: { x: { time: false } },
    axes: [
      { ...axis, incrs: [...wholeSteps], label: xLabel, labelFont: axis.font, labelSize: 18, size: 26 },
      { ...axis, size: 50, values: (_, ticks) => ticks.map((t) => number(t, 3)) },
    ],
    bands: bandsOf(curves, token),
    series: [
      {},
      ...curves.flatMap((c) => {
        const line = {
          stroke: token(c.token),
          width: 1.75,
          dash: [...c.dash],
          points: { show: c.values.length < 3 },
        };
        const edge = { width: 0, points: { show: false } };
        return c.errors ? [line, edge, edge] : [line];
      }),
    ],
  };
}
