import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Reading } from '../lib/async';
import '../style/pages.css';

interface PageProps {
  title: string;
  of?: ComponentChildren; // where the page belongs, above the title
  aside?: ComponentChildren; // beside the title
  children: ComponentChildren;
}

/** The frame of a page: landmark, title and the title of the browser's tab. */
export function Page({ title, of, aside, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Arbiter`;
    return () => {
      document.title = 'Arbiter';
    };
  }, [title]);
  return (
    <main class="page">
      {of && <p class="of">{of}</p>}
      <div class="heading">
        <h1>{title}</h1>
        {aside}
      </div>
      {children}
    </main>
  );
}

/** A part of a page under its own title. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface ReadProps<T> {
  reading: Reading<T>;
  children: (data: T) => ComponentChildren;
}

/** Shows what was read; before, that it is being read, and after a mistake, what went wrong. */
export function Read<T>({ reading, children }: ReadProps<T>) {
  const { data, error } = reading;
  return (
    <>
      {error && <Mistake text={error.message} />}
      {data !== undefined && children(data)}
      {data === undefined && !error && <p class="muted waiting">Reading …</p>}
    </>
  );
}

/** Says what went wrong; screen readers say it at once. */
export function Mistake({ text }: { text: string }) {
  return (
    <p class="error" role="alert">
      {text}
    </p>
  );
}

/** Says that there is nothing yet, and what to type. */
export function Empty({ text, type }: { text: string; type?: string }) {
  return (
    <div class="empty">
      <p>{text}</p>
      {type && (
        <pre>
          <code>{type}</code>
        </pre>
      )}
    </div>
  );
}

/** Facts in a row: a small word above each. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
