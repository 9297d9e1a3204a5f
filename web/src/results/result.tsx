import type { ComponentChildren } from 'preact';
import { Facts, Fold } from '../ui/page';

/** How a result looks: what was asked for, its opposite, or that it is open. */
export type Tone = 'fine' | 'bad' | 'muted';

interface Props {
  tone: Tone;
  sentence: ComponentChildren;
  facts: readonly (readonly [string, ComponentChildren])[]; // the difference with its error, wins, draws and losses
  progress?: { played: number; of: number; label: string } | undefined; // to the decision
  decided?: ComponentChildren; // all that is statistical
  children?: ComponentChildren; // below the facts
}

/** What a check, a search or a tournament comes to, in one block. */
export function Result({ tone, sentence, facts, progress, decided, children }: Props) {
  return (
    <section class={`result ${tone}`} aria-label="Result">
      <p class="sentence">{sentence}</p>
      <Facts facts={facts} />
      {children}
      {progress && progress.of > 0 && (
        <progress class="progress" max={progress.of} value={progress.played} aria-label={progress.label}>
          {progress.played} of {progress.of}
        </progress>
      )}
      {decided && <Fold title="How was this decided?">{decided}</Fold>}
    </section>
  );
}
