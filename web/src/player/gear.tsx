import { useEffect, useRef, useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { Icon } from '../ui/icon';
import { playCommand, SETUP_FILE } from './command';
import type { Player } from './player';

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
  const { replay } = player;
  const over = useObservable(replay, () => replay.connection === 'file' || replay.connection === 'ended');
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
  return (
    <details ref={menu} class="gear">
      <summary title="options" aria-label="options">
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
            onChange={(e) => player.setOverlay(e.currentTarget.checked)}
          />
          drawings of the bots
        </label>
        <hr />
        {replay.header && (
          <button type="button" onClick={() => copy('command', playCommand(replay.header!))}>
            copy arbiter play command
          </button>
        )}
        {replay.header?.setup !== undefined && (
          <button
            type="button"
            onClick={() => save(SETUP_FILE, JSON.stringify(replay.header!.setup, null, 2))}
          >
            download {SETUP_FILE}, its start position
          </button>
        )}
        <button type="button" onClick={copyInput}>
          copy input of this turn
        </button>
        {over &&
          files.map(({ label, href, name }) => (
            <a key={label} class="item" href={href} download={name}>
              {label}
            </a>
          ))}
        <button type="button" onClick={help}>
          keys
        </button>
        <p class="muted" role="status">
          {copied}
        </p>
      </div>
    </details>
  );
}

/** Offers a text as a file download. */
function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
