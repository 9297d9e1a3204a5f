import { useEffect, useRef } from 'preact/hooks';
import { keyIsTaken } from '../ui/keyboard';
import { bindingOf, bindingsOf, type PageCommands } from './keyboard';
import type { Transport } from './transport';

/** Handles the player's shortcuts while the page is shown. */
export function useKeys(transport: Transport, page: PageCommands): void {
  useEffect(() => {
    const down = (e: KeyboardEvent) => {
      const binding = bindingOf(e, page);
      if (binding === undefined || keyIsTaken(e.target, e.key)) return;
      e.preventDefault();
      binding.run(transport, page);
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  });
}

type Keys = readonly (readonly [keys: string, does: string])[];

/** The player's shortcuts on a page, for KeysDialog. */
export function keysOf(page: PageCommands): Keys {
  return bindingsOf(page).map((b) => [b.keys, b.does]);
}

/** The dialog that lists the shortcuts. */
export function KeysDialog({ close, keys }: { close: () => void; keys: Keys }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" onClose={close}>
      <h2>Keyboard shortcuts</h2>
      <table>
        <KeyRows keys={keys} />
      </table>
      <p class="muted">On the board: scroll to zoom, drag to pan, double-click to fit.</p>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  );
}

/** Keys and what they do, as rows of a table. */
export function KeyRows({ keys }: { keys: Keys }) {
  return (
    <tbody>
      {keys.map(([names, does]) => (
        <tr key={names}>
          <td>{names.split(' ').map((k) => (k === 'to' ? ' to ' : <kbd key={k}>{k}</kbd>))}</td>
          <td>{does}</td>
        </tr>
      ))}
    </tbody>
  );
}
