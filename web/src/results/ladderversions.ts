import type { LadderLine } from '../api/types';
import { probability } from '../ui/format';

/** The versions of a bot on a ladder, the newest first, and whether that is better, as a sentence. */
export interface Versions {
  name: string;
  lines: LadderLine[];
  sentence: string;
}

/** How sure an answer is from which on it is called clear; the ladder itself uses the same. */
const CLEAR = 0.95;

/** The bots that have several versions, by name; each version is called what nameOf says of its ID. */
export function versionsOf(lines: readonly LadderLine[], nameOf: (id: string) => string): Versions[] {
  const names = [...new Set(lines.map((l) => l.name))].sort();
  return names
    .map((name) => {
      const own = lines.filter((l) => l.name === name).sort((a, b) => b.round - a.round);
      return { name, lines: own, sentence: sentenceOf(own[0]!, nameOf) };
    })
    .filter((v) => v.lines.length > 1);
}

function sentenceOf({ bot: id, before: last, stronger }: LadderLine, nameOf: (id: string) => string): string {
  const [bot, before] = [nameOf(id), nameOf(last ?? '')];
  if (stronger === undefined) return `${bot} has not met an older version yet.`;
  if (stronger >= CLEAR)
    return `${bot} is better than ${before} with a probability of ${probability(stronger)}.`;
  if (stronger <= 1 - CLEAR)
    return `${bot} is weaker than ${before} with a probability of ${probability(1 - stronger)}.`;
  return `Whether ${bot} is better than ${before} is not clear yet; the probability is ${probability(stronger)}.`;
}
