import type { BisectFindings, HistoryFindings, HistoryShift, HistorySuspected } from '../api/types';
import { quote } from '../player/command';

/** What stands for the commit of files that are not committed. */
const UNCOMMITTED = 'working tree';

/** How a table calls a commit. */
export const short = (commit: string) => (commit === UNCOMMITTED ? commit : commit.slice(0, 12));

/** How a plot calls it, where there is less room. */
export const shortest = (commit: string) => (commit === UNCOMMITTED ? 'dirty' : commit.slice(0, 7));

/** What a command says in ASCII, as a page has it. */
export const typeset = (sentence: string) => sentence.replaceAll('+-', '±').replaceAll(/(?<= )-(?=\d)/g, '−');

/** A commit that changed the strength, or a part of the line that probably has, with the command that looks closer. */
export interface Search {
  key: string;
  text: string;
  command: string;
}

/** The searches that tell more about a history: of its marked commits, then of the parts that are suspected. */
export function searchesOf(h: HistoryFindings): Search[] {
  const of = (before: string, commit: string, gain: boolean) =>
    `arbiter bisect ${h.game} --good ${short(before)} --bad ${short(commit)} --path ${quote(h.path)}${gain ? ' --gain' : ''}`;
  const marked = marksOf(h).map((c) => ({
    key: c.commit,
    text: `To confirm ${short(c.commit)}`,
    command: of(c.before, c.commit, c.elo > 0),
  }));
  const suspected = (h.suspected ?? []).map((s: HistorySuspected) => ({
    key: `${s.before}..${s.commit}`,
    text: `Suspected behind ${short(s.before)}, up to ${short(s.commit)}`,
    command: of(s.before, s.commit, s.gain),
  }));
  return [...marked, ...suspected];
}

/** The marked changes of a history, in order. */
export function marksOf(h: HistoryFindings): HistoryShift[] {
  return (h.changes ?? []).filter((c) => c.marked);
}

/** Whether a bisect or a history may go on: no answer, and no reason why it ended. */
export function goesOn(f: BisectFindings | HistoryFindings): boolean {
  return f.answer === 'undecided' && !f.why;
}
