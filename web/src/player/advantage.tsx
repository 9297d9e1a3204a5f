import { useMemo } from 'preact/hooks';
import type { RankedCost } from '../api/types';
import { useObservable } from '../lib/observable';
import { type Advantage, advantageAt, advantageOf, costInWords, shareOf } from './analysis';
import type { Player } from './player';
import { placeOf } from './timeline';
import { seeking } from './timelinebar';
import { beginOf } from './transport';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** Where a match stands as an analysis knows it: undefined without one, and until the match has been read. */
function useAdvantage(player: Player): Advantage | undefined {
  const { replay } = player;
  const report = useObservable(player, () => player.analysis);
  const ready = useObservable(replay, () => replay.ready && replay.footer !== undefined);
  return useMemo(
    () => (ready && report ? advantageOf(report, replay.last, replay.header!.seats.length) : undefined),
    [ready, report, replay],
  );
}

/** A bar beside the board: the share of the result that each seat may expect, or the score in a solo game. */
export function AdvantageBar({ player }: { player: Player }) {
  const advantage = useAdvantage(player);
  const value = useObservable(
    player.transport,
    () => advantage && advantageAt(advantage, player.transport.at),
  );
  if (advantage === undefined || value === undefined || value === null) return null;
  const solo = player.replay.header!.seats.length === 1;
  const share = shareOf(advantage, value);
  const figures = solo ? ['', compact.format(value)] : [percent(1 - share), percent(share)];
  const text = solo
    ? `expected score: ${figures[1]}`
    : `expected result: seat 0 ${figures[1]}, seat 1 ${figures[0]}`;
  return (
    <section class="advantage" aria-label={text} title={text}>
      <span class={solo ? 'rest' : 'rest seat-1'}>
        {!solo && <span class="sign">1</span>}
        {figures[0]}
      </span>
      <span class="share seat-0" style={{ height: `${100 * share}%` }}>
        {figures[1]}
        {!solo && <span class="sign">0</span>}
      </span>
    </section>
  );
}

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** The advantage over the turns, as wide as the timeline below it: drag to seek; the mistakes are buttons. */
export function AdvantageGraph({ player }: { player: Player }) {
  const advantage = useAdvantage(player);
  if (advantage === undefined) return null;
  const solo = player.replay.header!.seats.length === 1;
  const { last } = player.replay;
  const points = advantage.values.flatMap((value, turn) =>
    value === null ? [] : [[turn, 1 - shareOf(advantage, value)] as const],
  );
  const curve = points
    .map(([turn, y]) => `L${turn} ${y.toFixed(4)}`)
    .join('')
    .slice(1);
  return (
    <section
      class={solo ? 'graph solo' : 'graph'}
      aria-label={solo ? 'expected score by turn' : 'expected result of seat 0 by turn'}
    >
      <div class="area" {...seeking(player.transport)}>
        <svg viewBox={`0 0 ${last} 1`} preserveAspectRatio="none" aria-hidden="true">
          <path class="below" d={`M${points[0]![0]} 1L${curve}L${points.at(-1)![0]} 1Z`} />
          {!solo && <path class="even" d={`M0 0.5H${last}`} />}
          <path class="curve" d={`M${curve}`} />
        </svg>
      </div>
      {solo && <span class="high">{compact.format(advantage.range[1])}</span>}
      {solo && <span class="low">{compact.format(advantage.range[0])}</span>}
      <Now player={player} />
      {[...player.mistakes].map(([turn, made]) => (
        <MistakeButton key={turn} turn={turn} made={made} advantage={advantage} player={player} />
      ))}
    </section>
  );
}

/** The position that is shown, as a line across the graph. */
function Now({ player: { transport } }: { player: Player }) {
  const at = useObservable(transport, () => transport.at);
  return <div class="now" style={{ left: `${100 * placeOf(at, transport.last)}%` }} />;
}

interface MistakeProps {
  turn: number;
  made: readonly RankedCost[];
  advantage: Advantage;
  player: Player;
}

/** A turn with a mistake, on the curve. Where all of them are unclear, it is hollow. */
function MistakeButton({ turn, made, advantage, player }: MistakeProps) {
  const y = shareOf(advantage, advantageAt(advantage, turn) ?? advantage.range[0]);
  const text = made.map((c) => `${costInWords(c, player.analysis!)}, ${c.sure}`).join('; ');
  const unclear = made.every((c) => c.sure === 'unclear') ? 'unclear' : '';
  return (
    <button
      type="button"
      class={`mistake seat-${made[0]!.seat} ${unclear}`}
      style={{ left: `${100 * placeOf(turn, player.replay.last)}%`, bottom: `${100 * y}%` }}
      title={`Turn ${turn} cost ${text}`}
      aria-label={`turn ${turn} cost ${text}`}
      onClick={() => player.transport.stopAt(beginOf(turn))}
    />
  );
}

/** What the green on the board stands for, while some is drawn. */
export function BetterLegend({ player }: { player: Player }) {
  const { transport } = player;
  useObservable(player, () => player.analysis);
  const drawn = useObservable(transport, () => transport.t < 1 && player.better(player.turn).length > 0);
  return drawn ? <p class="better-legend">better answer</p> : null;
}
