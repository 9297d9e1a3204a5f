import type { Check } from '../api/types';
import type { Tone } from './result';

type Answer = Check['answer'];

const LOOK: Record<Answer, { tone: Tone; sign: string }> = {
  'not weaker': { tone: 'fine', sign: '✓' },
  weaker: { tone: 'bad', sign: '!' },
  stronger: { tone: 'fine', sign: '✓' },
  'not stronger': { tone: 'bad', sign: '!' },
  'not proven': { tone: 'muted', sign: '…' },
  'no evidence': { tone: 'bad', sign: '!' },
};

/** What a check comes to, in the words of its question, as a symbol and text. */
export function Verdict({ of }: { of: Answer }) {
  const { tone, sign } = LOOK[of];
  return (
    <span class={`verdict ${tone}`}>
      <span aria-hidden="true">{sign}</span> {of}
    </span>
  );
}

/** How a result with an answer looks. */
export const toneOf = (answer: Answer): Tone => LOOK[answer].tone;

/** The answers of a question on the side of the candidate and on that of the baseline. */
export function answersOf({
  question,
}: {
  question: { elo0: number; by?: string };
}): [candidate: Answer, baseline: Answer] {
  const gain = question.by !== 'score' && question.elo0 >= 0;
  return gain ? ['stronger', 'not stronger'] : ['not weaker', 'weaker'];
}
