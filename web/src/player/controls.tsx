import type { ComponentChildren } from 'preact';
import { useObservable } from '../lib/observable';
import type { Replay } from '../replay/replay';
import { Icon } from '../ui/icon';
import { SPEEDS, type Transport } from './transport';

/** Buttons under the board; each has its key in keyboard.ts. */
export function Controls({
  transport,
  replay,
  event,
  children,
}: {
  transport: Transport;
  replay: Replay;
  event?: (by: 1 | -1) => void; // goes to the next or previous event
  children?: ComponentChildren;
}) {
  const turn = useObservable(transport, () => transport.turn);
  const last = useObservable(transport, () => transport.last);
  const playing = useObservable(transport, () => transport.playing);
  const speed = useObservable(transport, () => transport.speed);
  const newest = useObservable(transport, () => transport.atNewest);
  const connection = useObservable(replay, () => replay.connection);
  const again = useObservable(replay, () => (replay.over || !replay.ready ? undefined : replay.again));
  return (
    <div class="controls">
      <button
        type="button"
        title="Start (Home)"
        aria-label="start"
        onClick={() => transport.turns(-last - 1)}
      >
        <Icon name="start" />
      </button>
      <button
        type="button"
        title="Previous turn (←)"
        aria-label="previous turn"
        onClick={() => transport.turns(-1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="play"
        title="Play or pause (Space)"
        aria-label={playing ? 'pause' : 'play'}
        onClick={() => transport.toggle()}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button type="button" title="Next turn (→)" aria-label="next turn" onClick={() => transport.turns(1)}>
        <Icon name="next" />
      </button>
      <button type="button" title="End (End)" aria-label="end" onClick={() => transport.turns(last + 1)}>
        <Icon name="end" />
      </button>
      {event && (
        <>
          <button
            type="button"
            class="event"
            title="Previous event (P)"
            aria-label="previous event"
            onClick={() => event(-1)}
          >
            <Icon name="backEvent" />
          </button>
          <button
            type="button"
            class="event"
            title="Next event (N)"
            aria-label="next event"
            onClick={() => event(1)}
          >
            <Icon name="nextEvent" />
          </button>
        </>
      )}
      <output class="turn">
        turn <b>{turn}</b> / {last}
      </output>
      {connection === 'lost' && (
        <span class="lost" role="status">
          connection lost, reconnecting
        </span>
      )}
      {again && (
        <span class="lost" role="status">
          {again}
        </span>
      )}
      {connection === 'live' && (
        <button type="button" class={newest ? 'live on' : 'live'} onClick={() => transport.toNewest()}>
          ● live
        </button>
      )}
      <span class="space" />
      <select
        class="speed"
        aria-label="speed"
        title="Speed (+ and -)"
        value={String(speed)}
        onChange={(e) => transport.setSpeed(Number(e.currentTarget.value))}
      >
        {SPEEDS.map((s) => (
          <option key={s} value={String(s)}>
            {s}x
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}
