import type { TournamentStatus } from '../api/types';
import { percent } from '../ui/format';

const NOTABLE = 0.01; // of all attempts

/** A warning when a notable share of a tournament's matches was starved of processor time, else "". */
export function starved({
  matches,
  void: voids = 0,
  left_out = 0,
  put_off = 0,
}: Pick<TournamentStatus, 'matches' | 'void' | 'left_out' | 'put_off'>): string {
  const share = voids / (matches + voids || 1);
  if (share < NOTABLE && left_out === 0 && put_off === 0) return '';
  const out =
    left_out > 0 ? `, and ${left_out} ${left_out === 1 ? 'pairing was' : 'pairings were'} left out` : '';
  const last =
    put_off > 0 ? ` ${put_off} ${put_off === 1 ? 'match waits' : 'matches wait'} to be played last.` : '';
  return `The machine was too busy for ${percent(share, 1)} of the matches: ${voids} were played again${out}.${last} Run fewer at once.`;
}
