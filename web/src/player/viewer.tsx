import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { lazy } from '../lib/lazy';
import { useObservable } from '../lib/observable';
import { loadPreference, savePreference } from '../lib/storage';
import { importedNote, startOf } from '../replay/model';
import { Icon } from '../ui/icon';
import { useDocumentTitle } from '../ui/title';
import { AdvantageGraph } from './advantage';
import { BoardView } from './boardview';
import { runClock } from './clock';
import { Controls } from './controls';
import { type Download, Gear } from './gear';
import { Highlights, toTurningPoint, useTurningPoints } from './highlights';
import { KeysDialog, keysOf, useKeys } from './keys';
import { OfficialView } from './officialview';
import { Outcome } from './outcome';
import { Panel } from './panel';
import type { Player } from './player';
import { TimelineBar } from './timelinebar';
import { Unwatched } from './unwatched';
import { useAddress } from './useurlstate';
import '../style/player.css';

interface Props {
  player: Player;
  files?: readonly Download[];
  bare?: boolean;
  official?: string | undefined; // the page of the viewer that the game has of its own
  children?: ComponentChildren; // what the page says about the match, above the board
  below?: ComponentChildren; // and below it
  analysis?: ComponentChildren; // what its answers cost, in the panel
}

/** The viewer of a match: the whole page, or board and controls only. */
export function Viewer({ player, files = [], bare, official, children, below, analysis }: Props) {
  const { replay, transport } = player;
  const root = useRef<HTMLElement>(null);
  const [help, setHelp] = useState(false);
  const [wide, setWide] = useState(loadPreference('wide') === 'true');
  const error = useObservable(replay, () => replay.error);
  const note = useObservable(replay, () => replay.note);
  const ready = useObservable(replay, () => replay.ready);
  const imported = useObservable(replay, () => replay.header?.imported);

  useEffect(() => runClock(transport), [transport]);
  useAddress(player);
  const header = useObservable(replay, () => replay.header);
  useDocumentTitle(header && `${header.seats.map((s) => s.name).join(' - ')}, ${header.game}`);
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void root.current?.requestFullscreen();
  };
  const widen = () => {
    savePreference('wide', String(!wide));
    setWide(!wide);
  };
  const points = useTurningPoints(player);
  const page = {
    fullScreen,
    help: () => setHelp(true),
    event: (by: 1 | -1) => player.toEvent(by),
    mistake: (by: 1 | -1) => player.toMistake(by),
    turningPoint: (by: 1 | -1) => toTurningPoint(player, points, by),
    wide: widen,
  };
  useKeys(transport, page);

  if (error !== undefined && !ready && (replay.gone || replay.outdated)) {
    const why = replay.outdated ? error : undefined;
    return bare ? <p class="gone">{why ?? 'No replay was kept.'}</p> : <Gone why={why}>{children}</Gone>;
  }
  if (error !== undefined && !ready) return <Trouble error={error} elsewhere={children !== undefined} />;
  return (
    <main ref={root} class={bare ? 'viewer bare' : wide ? 'viewer wide' : 'viewer'}>
      <div class="board-column">
        {error !== undefined && <p class="error">{error}</p>}
        {note !== undefined && <p class="note">{note}</p>}
        {imported !== undefined && <p class="note">{importedNote(imported)}</p>}
        <Unwatched replay={replay} />
        {!bare && (children ?? <Caption player={player} />)}
        {official !== undefined ? (
          <OfficialView player={player} page={official} closeUp={!bare} />
        ) : (
          <BoardView player={player} closeUp={!bare} />
        )}
        <div class="bar">
          <AdvantageGraph player={player} />
          <TimelineBar player={player} />
          <Controls transport={transport} replay={replay} event={(by) => player.toEvent(by)}>
            {!bare && <Highlights player={player} points={points} />}
            {!bare && (
              <button
                type="button"
                class="widen"
                title="Wide board, without panel (W)"
                aria-label="wide board"
                aria-pressed={wide}
                onClick={widen}
              >
                <Icon name="wide" />
              </button>
            )}
            <Gear player={player} files={files} help={() => setHelp(true)} />
            <button type="button" title="Full screen (F)" aria-label="full screen" onClick={fullScreen}>
              <Icon name="full" />
            </button>
          </Controls>
        </div>
        {!bare && !wide && below}
        {!bare && !wide && <PlotFold player={player} />}
      </div>
      {!bare && !wide && <Panel player={player} analysis={analysis} />}
      {help && <KeysDialog close={() => setHelp(false)} keys={keysOf(page)} />}
    </main>
  );
}

/** What the page says of a match whose replay is not there. */
function Gone({ why, children }: { why: string | undefined; children: ComponentChildren }) {
  return (
    <main class="page">
      {children}
      <p class={why ? 'error' : 'note'}>
        {why ?? 'The replay of this match was not kept, so it cannot be shown turn by turn.'}
      </p>
    </main>
  );
}

/** What is said of a match that cannot be shown; elsewhere tells whether there are other pages. */
function Trouble({ error, elsewhere }: { error: string; elsewhere: boolean }) {
  return (
    <main class="page">
      <h1>This replay cannot be shown</h1>
      <p class="error">{error}</p>
      {elsewhere && (
        <p>
          <a href="/matches">All matches</a>
        </p>
      )}
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
    <div class="caption">
      <h1>{header.game}</h1>
      <span class="muted">{startOf(header)}</span>
      {footer && <Outcome player={player} />}
    </div>
  );
}

const Plots = lazy(async () => (await import('./plots')).Plots);

/** Plots are loaded in their own chunk when first opened. */
function PlotFold({ player }: { player: Player }) {
  const [open, setOpen] = useState(loadPreference('plots') === 'true');
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
      {open && <Plots player={player} />}
    </details>
  );
}
