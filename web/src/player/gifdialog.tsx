import { useEffect, useRef, useState } from 'preact/hooks';
import { download } from '../lib/download';
import type { Player } from './player';

const AROUND = 5; // turns before and after the shown one that are proposed

/** Asks for a range of turns and downloads it as a GIF. */
export function GifDialog({ player, name, close }: { player: Player; name: string; close: () => void }) {
  const { last } = player.replay;
  const dialog = useRef<HTMLDialogElement>(null);
  const abort = useRef(new AbortController());
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    dialog.current!.showModal();
    return () => abort.current.abort();
  }, []);
  const send = async (e: { currentTarget: HTMLFormElement; preventDefault: () => void }) => {
    e.preventDefault();
    const values = new FormData(e.currentTarget);
    const [from, to] = [Number(values.get('from')), Number(values.get('to'))];
    if (from > to) {
      setError('The first turn comes after the last one.');
      return;
    }
    setError('');
    setShare(0);
    try {
      const { encodeGif } = await import('./gif');
      download(
        `${name}-${from}-${to}.gif`,
        await encodeGif(player, from, to, setShare, abort.current.signal),
      );
      close();
    } catch (e) {
      if (abort.current.signal.aborted) return;
      setShare(null);
      setError(e instanceof Error ? e.message : String(e));
    }
  };
  return (
    <dialog ref={dialog} class="keys" onClose={close}>
      <h2>Turns as a GIF</h2>
      <form class="range" onSubmit={send}>
        <label>
          From turn{' '}
          <input
            name="from"
            type="number"
            min={0}
            max={last}
            defaultValue={String(Math.max(0, player.turn - AROUND))}
          />
        </label>
        <label>
          to turn{' '}
          <input
            name="to"
            type="number"
            min={0}
            max={last}
            defaultValue={String(Math.min(last, player.turn + AROUND))}
          />
        </label>
        <p class="muted">The part of the board that is on the screen, with the current options.</p>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        {share !== null && <progress value={share} aria-label="progress" />}
        <div class="actions">
          <button type="submit" disabled={share !== null}>
            Download
          </button>
          <button type="button" onClick={close}>
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
