import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { loadPreference, savePreference } from '../lib/storage';
import { type Result, startOf } from '../replay/model';
import { reasonText } from '../replay/reason';
import { Icon } from '../ui/icon';
import { BoardView } from './boardview';
import { runClock } from './clock';
import { Controls } from './controls';
import { type Download, Gear } from './gear';
import { KeysDialog, useKeys } from './keys';
import { Panel } from './panel';
import type { Player } from './player';
import { TimelineBar } from './timelinebar';
import { useAddress } from './useurlstate';
import '../style/player.css';

interface Props {
  player: Player;
  files?: readonly Download[];
  bare?: boolean;
}

/** The viewer of a match: the whole page, or board and controls only. */
export function Viewer({ player, files = [], bare }: Props) {
  const { replay, transport } = player;
  const root = useRef<HTMLElement>(null);
  const [help, setHelp] = useState(false);
  const error = useObservable(replay, () => replay.error);
  const note = useObservable(replay, () => replay.note);
  const ready = useObservable(replay, () => replay.ready);

  useEffect(() => runClock(transport), [transport]);
  useAddress(player);
  useTitle(player);
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void root.current?.requestFullscreen();
  };
  useKeys(transport, { fullScreen, help: () => setHelp(true) });

  if (error !== undefined && !ready) return <Trouble error={error} />;
  return (
    <main ref={root} class={bare ? 'viewer bare' : 'viewer'}>
      <div class="board-column">
        {error !== undefined && <p class="error">{error}</p>}
        {note !== undefined && <p class="note">{note}</p>}
        {!bare && <Caption player={player} />}
        <BoardView player={player} />
        <div class="bar">
          <TimelineBar player={player} />
          <Controls transport={transport} replay={replay}>
            <Gear player={player} files={files} help={() => setHelp(true)} />
            <button type="button" title="full screen (F)" aria-label="full screen" onClick={fullScreen}>
              <Icon name="full" />
            </button>
          </Controls>
        </div>
        {!bare && <PlotFold player={player} />}
      </div>
      {!bare && <Panel player={player} />}
      {help && <KeysDialog close={() => setHelp(false)} />}
    </main>
  );
}

function Trouble({ error }: { error: string }) {
  return (
    <main class="page">
      <h1>This replay cannot be shown</h1>
      <p class="error">{error}</p>
    </main>
  );
}

function Caption({ player }: { player: Player }) {
  const { replay } = player;
  useObservable(replay, () => replay.ready);
  const footer = useObservable(replay, () => replay.footer);
  const header = replay.header;
  if (header === undefined) return <p class="caption muted">loading</p>;
  return (
    <p class="caption">
      <b>{header.game}</b>
      <span class="muted">{startOf(header)}</span>
      {footer && <span>{outcome(footer.result, header.seats)}</span>}
    </p>
  );
}

function outcome(result: Result, seats: { name: string }[]): string {
  const reason = reasonText(result.reason, result.faults);
  if (seats.length === 1) return `score ${result.scores[0]} (${reason})`;
  const first = result.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (first.length !== 1) return `draw (${reason})`;
  return `${seats[first[0]!]!.name}, seat ${first[0]}, wins (${reason})`;
}

/** Plots are loaded in their own chunk when first opened. */
function PlotFold({ player }: { player: Player }) {
  const [open, setOpen] = useState(loadPreference('plots') !== 'false');
  const [Plots, setPlots] = useState<ComponentType<{ player: Player }> | null>(null);
  useEffect(() => {
    if (open) void import('./plots').then((m) => setPlots(() => m.Plots));
  }, [open]);
  return (
    <details
      class="fold"
      open={open}
      onToggle={(e) => {
        setOpen(e.currentTarget.open);
        savePreference('plots', String(e.currentTarget.open));
      }}
    >
      <summary>Plots</summary>
      {open && Plots && <Plots player={player} />}
    </details>
  );
}

function useTitle(player: Player): void {
  const { replay } = player;
  const header = useObservable(replay, () => replay.header);
  useEffect(() => {
    if (header === undefined) return;
    document.title = `${header.seats.map((s) => s.name).join(' - ')}, ${header.game}`;
    return () => {
      document.title = 'Arbiter';
    };
  }, [header]);
}
