import type { Check } from '../api/types';

const LOOK: Record<Check['verdict'], { tone: string; sign: string }> = {
  'no regression': { tone: 'fine', sign: '✓' },
  regression: { tone: 'bad', sign: '!' },
  undecided: { tone: 'muted', sign: '…' },
};

/** The verdict of a check as a symbol and text. */
export function Verdict({ of }: { of: Check['verdict'] }) {
  const { tone, sign } = LOOK[of];
  return (
    <span class={`verdict ${tone}`}>
      <span aria-hidden="true">{sign}</span> {of}
    </span>
  );
}
