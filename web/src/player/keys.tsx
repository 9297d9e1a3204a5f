import { useEffect, useRef } from 'preact/hooks';
import { BINDINGS, bindingOf, type PageCommands, typing } from './keyboard';
import type { Transport } from './transport';

/** Lets the keys move the position while the page is shown. */
export function useKeys(transport: Transport, page: PageCommands): void {
  useEffect(() => {
    const down = (e: KeyboardEvent) => {
      const binding = bindingOf(e);
      if (binding === undefined || typing(e.target, e.key)) return;
      e.preventDefault();
      binding.run(transport, page);
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  });
}

/** The dialog that lists the keys. */
export function KeysDialog({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" onClose={close}>
      <h2>Keys</h2>
      <table>
        <tbody>
          {BINDINGS.map((b) => (
            <tr key={b.keys}>
              <td>
                {b.keys.split(' ').map((k) => (
                  <kbd key={k}>{k}</kbd>
                ))}
              </td>
              <td>{b.does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">On the board: wheel zooms, dragging moves, a double click fits.</p>
      <button type="button" onClick={close}>
        close
      </button>
    </dialog>
  );
}
