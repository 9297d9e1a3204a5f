import type { ComponentProps } from 'preact';

interface Props {
  /** Adds what has been typed to a list. */
  add: () => void;
  input: ComponentProps<'input'>;
}

/** A field for one more of a list. Enter, a button and leaving the field add what has been typed. */
export function AddField({ add, input }: Props) {
  return (
    <div class="row add">
      <input
        {...input}
        autocomplete="off"
        onKeyDown={(e) => {
          if (e.key !== 'Enter') return;
          e.preventDefault(); // it adds, and does not send the form
          add();
        }}
        onChange={add}
      />
      <button type="button" onClick={add}>
        Add
      </button>
    </div>
  );
}
