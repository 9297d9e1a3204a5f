import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useObservable } from '../lib/observable';
import { wholeSteps } from '../ui/steps';
import { onTheme, readTheme } from '../ui/theme';
import type { Player } from './player';
import { axisLabels, isPower, merged, type Plot, plotsOf, powerLabels } from './plotdata';

const HEIGHT = 132;
const LIVE_EVERY = 8; // turns of a live match after which its curves grow

interface Props {
  player: Player;
  other?: Player;
  swapped?: boolean; // the bots of the second match are those of the first in opposite seats
}

/** Curves over the turns; click or drag to seek. The curves of a second match are overlaid. */
export function Plots({ player, other, swapped = false }: Props) {
  const mine = usePlots(player);
  const theirs = usePlots(other ?? player);
  const plots = other === undefined ? mine : merged(mine, theirs, swapped);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable from the keyboard
    <section class="plots" aria-label="plots" tabIndex={0}>
      {plots.map((plot) => (
        <OnePlot key={plot.name} plot={plot} player={player} />
      ))}
    </section>
  );
}

function usePlots(player: Player): Plot[] {
  const { replay } = player;
  const board = useObservable(player, () => player.board);
  const known = useObservable(replay, () => {
    if (replay.footer !== undefined || replay.note !== undefined) return replay.frames.length;
    return replay.connection === 'file' ? 0 : Math.floor(replay.frames.length / LIVE_EVERY);
  });
  return useMemo(() => {
    if (!replay.ready || board === undefined || known === 0) return [];
    return plotsOf(replay.frames, board.series, replay.header!.seats);
  }, [replay, board, known]);
}

function OnePlot({ plot, player }: { plot: Plot; player: Player }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { transport } = player;
    const at = box.current;
    if (at === null) return; // unmounted before the first paint
    let chart: uPlot | undefined;
    const make = () => {
      chart?.destroy();
      chart = new uPlot(
        options(plot, at.clientWidth, () => transport.at),
        data(plot),
        at,
      );
      const scrub = (e: PointerEvent) => {
        if (e.buttons !== 1 || chart === undefined) return;
        transport.stopAt(
          Math.round(chart.posToVal(e.clientX - chart.over.getBoundingClientRect().left, 'x')),
        );
      };
      chart.over.addEventListener('pointerdown', scrub);
      chart.over.addEventListener('pointermove', scrub);
    };
    make();
    const resize = new ResizeObserver(() => chart?.setSize({ width: at.clientWidth, height: HEIGHT }));
    resize.observe(at);
    const stops = [onTheme(make), transport.subscribe(() => chart?.redraw(false, false))];
    return () => {
      resize.disconnect();
      for (const stop of stops) stop();
      chart?.destroy();
    };
  }, [plot, player]);
  return (
    <figure class="plot">
      <figcaption>
        {plot.name}
        {plot.lines.map((line) => (
          <span key={line.label + line.seat} class="key">
            <span
              class={line.limit ? 'dot limit' : line.seat === undefined ? 'dot' : `dot seat-${line.seat}`}
            />{' '}
            {line.label}
          </span>
        ))}
      </figcaption>
      <div ref={box} />
    </figure>
  );
}

function data(plot: Plot): uPlot.AlignedData {
  const turns = plot.lines[0]!.values.map((_, turn) => turn);
  return [turns, ...plot.lines.map((l) => l.values)];
}

/** Room for the longest label, and the same for all usual ones, so that the plots' turns stand below each other. */
function axisWidth(_: uPlot, labels: string[] | null): number {
  const longest = Math.max(0, ...(labels ?? []).map((label) => label.length));
  return Math.max(46, 7 * longest + 10);
}

function options(plot: Plot, width: number, at: () => number): uPlot.Options {
  const theme = readTheme();
  const axis: uPlot.Axis = {
    stroke: theme.muted,
    font: '11px system-ui, sans-serif',
    grid: { stroke: theme.boardLine, width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false },
      ...(plot.log && { y: { distr: 3 as const } }),
    },
    axes: [
      { ...axis, incrs: [...wholeSteps], size: 24 },
      {
        ...axis,
        size: axisWidth,
        ...(plot.log && {
          grid: {
            ...axis.grid,
            filter: (_: uPlot, marks: number[]) => marks.map((m) => (isPower(m) ? m : null)),
          },
        }),
        values: (_, marks) => (plot.log ? powerLabels(marks) : axisLabels(marks)),
      },
    ],
    series: [
      {},
      ...plot.lines.map((l) => ({
        stroke: l.limit ? theme.danger : l.seat === undefined ? theme.accent : theme.seats[l.seat]!,
        width: l.limit ? 1 : 1.75,
        dash: l.limit ? [2, 3] : l.dashed ? [6, 3] : [], // distinguishable without colour
        spanGaps: true,
        points: { show: l.values.filter((v) => v !== null).length < 3 },
      })),
    ],
    hooks: {
      draw: [
        (u) => {
          const x = u.valToPos(at(), 'x', true);
          u.ctx.save();
          u.ctx.strokeStyle = theme.accent;
          u.ctx.setLineDash([]);
          u.ctx.lineWidth = devicePixelRatio;
          u.ctx.beginPath();
          u.ctx.moveTo(x, u.bbox.top);
          u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
          u.ctx.stroke();
          u.ctx.restore();
        },
      ],
    },
  };
}
