import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { AsyncResult } from '../lib/async';
import { number } from './format';
import '../style/pages.css';
import { useDocumentTitle } from './title';

interface PageProps {
  title: string;
  of?: ComponentChildren; // breadcrumbs above the title
  aside?: ComponentChildren; // beside the title
  children: ComponentChildren;
}

/** The frame of a page: main landmark, heading and document title. */
export function Page({ title, of, aside, children }: PageProps) {
  useDocumentTitle(title);
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

/** A section of a page with its own heading. */
export function Part({ title, id, children }: { title: string; id?: string; children: ComponentChildren }) {
  return (
    <section class="part" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Links to the sections of a long page. */
export function Contents({ sections }: { sections: readonly (readonly [id: string, title: string])[] }) {
  return (
    <nav class="contents" aria-label="Sections">
      {sections.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}

interface FoldProps {
  title: string;
  begin?: boolean; // whether it is open at first
  children: ComponentChildren;
}

/** Something that is seldom used, behind a button. */
export function Fold({ title, begin = false, children }: FoldProps) {
  const [open, setOpen] = useState(begin);
  const id = useId();
  return (
    <>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {title}
      </button>
      <div id={id} class="fold" hidden={!open}>
        {open && children}
      </div>
    </>
  );
}

interface AwaitProps<T> {
  result: AsyncResult<T>;
  children: (data: T) => ComponentChildren;
}

/** Shows what has been read; until then that it is loading, or why it could not be read. */
export function Await<T>({ result, children }: AwaitProps<T>) {
  const { data, error } = result;
  return (
    <>
      {error && <ErrorMessage text={error.message} />}
      {data !== undefined && children(data)}
      {data === undefined && !error && <p class="muted waiting">Loading …</p>}
    </>
  );
}

/** An error message, if there is one; screen readers announce it immediately. */
export function ErrorMessage({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p class="error" role="alert">
      {text}
    </p>
  );
}

/** An empty state, with a command that would change it. */
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

/** Facts in a row, each with a small label above it. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'number' ? number(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}
