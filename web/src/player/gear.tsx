import { useEffect, useRef, useState } from 'preact/hooks';
import { csv } from '../lib/csv';
import { download } from '../lib/download';
import { useObservable } from '../lib/observable';
import { Icon } from '../ui/icon';
import { playCommand, SETUP_FILE } from './command';
import { GifDialog } from './gifdialog';
import type { Player } from './player';
import { eventsTable, turnsTable } from './tables';
import { formatHash } from './urlstate';

/** A downloadable file of the match. */
export interface Download {
  label: string;
  href: string;
  name: string; // of the file
}

interface Props {
  player: Player;
  files: readonly Download[];
  help: () => void;
}

/** The options menu: what the board shows, and what can be copied or downloaded. */
export function Gear({ player, files, help }: Props) {
  const [copied, setCopied] = useState('');
  useObservable(player, () => player.board);
  useObservable(player, () => player.options);
  useObservable(player, () => player.overlay);
  useObservable(player, () => player.hideResults);
  const [gif, setGif] = useState(false);
  const { replay } = player;
  const over = useObservable(replay, () => replay.over);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const outside = (e: PointerEvent) => {
      if (!menu.current!.contains(e.target as Node)) menu.current!.open = false;
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, []);
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(`${what} copied`);
    } catch {
      setCopied('the browser denied access to the clipboard');
    }
  };
  const copyInput = () => {
    const seats = replay.frames[player.turn]!.seats;
    const seat = player.seat ?? seats.findIndex((s) => s.input !== undefined);
    const input = seats[seat]?.input;
    if (input === undefined) setCopied('no bot received input in this turn');
    else void copy(`input of seat ${seat}`, `${input.join('\n')}\n`);
  };
  const copyLink = () => {
    const hash = formatHash(player.transport.at, player.seat);
    void copy('link', `${location.origin}${location.pathname}${location.search}${hash}`);
  };
  const name = `${replay.header?.game ?? 'match'}-${replay.header?.seed ?? ''}`;
  const png = () =>
    player.view
      ?.painter(Number.POSITIVE_INFINITY)(player.turn, player.transport.t)
      .toBlob((picture) => {
        if (picture) download(`${name}-turn-${player.turn}.png`, picture);
      });
  return (
    <details ref={menu} class="gear">
      <summary title="Options" aria-label="options">
        <Icon name="gear" />
      </summary>
      <div class="menu">
        {player.renderer?.options.map((o) => (
          <label key={o.key}>
            <input
              type="checkbox"
              checked={player.options[o.key]}
              onChange={(e) => player.setOption(o.key, e.currentTarget.checked)}
            />
            {o.label}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={player.overlay}
            onChange={(e) => player.set('overlay', e.currentTarget.checked)}
          />
          Drawings of the bots
        </label>
        <label>
          <input
            type="checkbox"
            checked={player.hideResults}
            onChange={(e) => player.set('hideResults', e.currentTarget.checked)}
          />
          Hide results until the end
        </label>
        <hr />
        <button type="button" onClick={copyLink}>
          Copy link to this turn
        </button>
        {player.board && (
          <>
            <button type="button" onClick={png}>
              Picture of this turn (PNG)
            </button>
            <button type="button" onClick={() => setGif(true)}>
              Turns as a GIF
            </button>
            <button
              type="button"
              onClick={() => download(`${name}-turns.csv`, csv(turnsTable(replay, player.board!)))}
            >
              Plots as CSV
            </button>
            <button
              type="button"
              onClick={() => download(`${name}-events.csv`, csv(eventsTable(replay, player.board!)))}
            >
              Log as CSV
            </button>
          </>
        )}
        {replay.header && (
          <button type="button" onClick={() => copy('command', playCommand(replay.header!))}>
            Copy arbiter play command
          </button>
        )}
        {replay.header?.setup !== undefined && (
          <button
            type="button"
            onClick={() => download(SETUP_FILE, JSON.stringify(replay.header!.setup, null, 2))}
          >
            Download {SETUP_FILE}, its start position
          </button>
        )}
        <button type="button" onClick={copyInput}>
          Copy input of this turn
        </button>
        {over &&
          files.map(({ label, href, name }) => (
            <a key={label} class="item" href={href} download={name}>
              {label}
            </a>
          ))}
        <button type="button" onClick={help}>
          Keys
        </button>
        <p class="muted" role="status">
          {copied}
        </p>
      </div>
      {gif && <GifDialog player={player} name={name} close={() => setGif(false)} />}
    </details>
  );
}
