import type { Fault, Frame, Result } from './model';

/** Reasons that older builds wrote with hyphens instead of underscores. */
const HYPHENS = /^(domain-tie|turn-limit|dead-(hp|push|attraction|cycle))$/;

/** Rewrites the faults of a frame of an older build, where a crash was called exit. */
export function upgradeFrame(frame: Frame): void {
  for (const seat of frame.seats) upgradeFault(seat.fault);
  for (const event of frame.view?.events ?? []) {
    if (event.type === 'fault') upgradeFault(event as unknown as Fault);
  }
}

/** Rewrites a result of an older build as the server does for the records that it reads (referee.Result.Upgrade). */
export function upgradeResult(result: Result): void {
  for (const fault of result.faults ?? []) upgradeFault(fault);
  if (HYPHENS.test(result.reason)) result.reason = result.reason.replace('-', '_');
  const late = (result.faults ?? []).filter((f) => f.kind === 'timeout').length;
  if (/^(timeout|no_answer)$/.test(result.reason) && late === 0) result.reason = 'forfeit';
  if (result.reason === 'both_timeout' && late < 2) result.reason = 'both_forfeit';
}

function upgradeFault(fault: Fault | undefined): void {
  if (fault?.kind === 'exit') fault.kind = 'crash';
}
