import type { ComponentChildren, TargetedPointerEvent, TargetedSubmitEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Owned, type Scope, useRefusal } from '../lib/permission';
import { capital } from './format';
import { ErrorMessage } from './page';

/** What ties a control to the label and the hint of its Field. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  children: (attributes: ControlAttributes) => ComponentChildren;
}

/** A labelled control with a hint or the server's error message for it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': error !== undefined })}
      <p id={`${id}-hint`} class={error ? 'wrong' : 'hint'}>
        {error ?? hint}
      </p>
    </div>
  );
}

interface AdvancedProps {
  wrong: Readonly<Record<string, string>>; // the server's error messages by field
  of: readonly string[]; // the fields in it
  title?: string;
  children: ComponentChildren;
}

/** Fields that are seldom filled in. They are folded away until one of them is wrong. */
export function Advanced({ wrong, of, title = 'Advanced', children }: AdvancedProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      class="advanced"
      open={open || of.some((name) => wrong[name] !== undefined)}
      onToggle={(e) => setOpen(e.currentTarget.open)}
      // A browser refuses to send a wrong value, and cannot say so at a field that is not shown.
      onInvalidCapture={(e) => {
        e.currentTarget.open = true;
      }}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface FormProps {
  submit: string;
  needs?: Scope; // of the token
  thing?: Owned; // what it changes
  send: (values: Values) => Promise<void>;
  children: (fields: Readonly<Record<string, string>>) => ComponentChildren;
}

/** A form that is sent to the API; validation errors appear at their fields. It says so when the token does not permit it. */
export function Form({ submit, needs = 'play', thing, send, children }: FormProps) {
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const refusal = useRefusal(needs, thing);
  const onSubmit = (e: TargetedSubmitEvent<HTMLFormElement>) => {
    e.preventDefault();
    setBusy(true);
    setError(null);
    send(new Values(new FormData(e.currentTarget)))
      .catch(setError)
      .finally(() => setBusy(false));
  };
  const fields = fieldsOf(error);
  const shown = new Set<string>();
  const watched = new Proxy(fields, {
    get: (of, name: string) => {
      shown.add(name);
      return of[name];
    },
  });
  const content = children(watched);
  // What a field says is not said twice; build has a place of its own.
  const told = Object.keys(fields).some((name) => shown.has(name));
  const { build, ...untold } = fields;
  return (
    <form class="form" onSubmit={onSubmit}>
      {refusal && <p class="note">{refusal}</p>}
      <fieldset disabled={refusal !== ''}>
        {content}
        {error && !told && (
          <ErrorMessage text={capital([...new Set(Object.values(untold))].join('; ') || error.message)} />
        )}
        {build && (
          <>
            <p>Build output:</p>
            <pre>{build}</pre>
          </>
        )}
        <button type="submit" class="main" disabled={busy || refusal !== ''} onPointerDown={keepPointer}>
          {busy ? 'Sending …' : submit}
        </button>
      </fieldset>
    </form>
  );
}

/**
 * Has a press end at the button where it began. A field that is left may change what stands above the button, which
 * then moves away under the pointer.
 */
function keepPointer(e: TargetedPointerEvent<HTMLButtonElement>) {
  e.currentTarget.setPointerCapture(e.pointerId);
}

/** The error messages of single fields, which an error of the API has. */
function fieldsOf(error: Error | null): Readonly<Record<string, string>> {
  const { fields = {} } = (error ?? {}) as { fields?: Readonly<Record<string, string>> };
  return fields;
}

/** A name that is probably free: what it is for, with the day and the minute. */
export function suggested(what: string, now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${what}-${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}`;
}

/** The values of a form. */
export class Values {
  constructor(private data: FormData) {}

  text(name: string): string {
    return String(this.data.get(name) ?? '').trim();
  }

  /** A number, or undefined for an empty field. */
  number(name: string): number | undefined {
    const text = this.text(name);
    return text === '' ? undefined : Number(text);
  }

  /** The numbers of the fields that are not empty. */
  numbers<K extends string>(...names: K[]): Partial<Record<K, number>> {
    const given = names.flatMap((name) => {
      const n = this.number(name);
      return n === undefined ? [] : [[name, n]];
    });
    return Object.fromEntries(given);
  }

  /** The non-empty lines of all fields of a name. */
  lines(name: string): string[] {
    const texts = this.data.getAll(name).flatMap((v) => String(v).split('\n'));
    return texts.map((t) => t.trim()).filter(Boolean);
  }

  checked(name: string): boolean {
    return this.data.has(name);
  }
}
