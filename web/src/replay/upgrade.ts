import type { Fault, Frame, Result } from './model';

/** Reasons that version 0.1 wrote with hyphens instead of underscores. */
const HYPHENS = /^(domain-tie|turn-limit|dead-(hp|push|attraction|cycle))$/;

/** Rewrites the faults of a frame of version 0.1, where a crash was called exit. */
export function upgradeFrame(frame: Frame): void {
  for (const seat of frame.seats) upgradeFault(seat.fault);
  for (const event of frame.view?.events ?? []) {
    if (event.type === 'fault') upgradeFault(event as unknown as Fault);
  }
}

/** Rewrites a result of version 0.1 as the server does for the records that it reads (referee.Result.Upgrade). */
export function upgradeResult(result: Result): void {
  for (const fault of result.faults ?? []) upgradeFault(fault);
  if (HYPHENS.test(result.reason)) result.reason = result.reason.replace('-', '_');
  const late = (result.faults ?? []).filter((f) => f.kind === 'timeout').length;
  if (/^(timeout|no_answer)$/.test(result.reason) && late === 0) result.reason = 'forfeit';
  if (result.reason === 'both_timeout' && late < 2) result.reason = 'both_forfeit';
}

/** Turns the scores of a file, in units of the last decimal, into those that are shown. */
export function scaleScores(result: Result): void {
  const unit = 10 ** (result.decimals ?? 0);
  if (unit !== 1) result.scores = result.scores.map((score) => score / unit);
}

function upgradeFault(fault: Fault | undefined): void {
  if (fault?.kind === 'exit') fault.kind = 'crash';
}
