import { useRef } from 'preact/hooks';
import { post } from '../api/client';
import type { Check } from '../api/types';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { duration } from '../ui/format';
import { ErrorMessage } from '../ui/page';

/** What one start of a check is called: two games with the seats swapped, or what more bots play on it. */
export function unitOf(check: Check): 'pair' | 'start' {
  const { pairs } = check.found;
  const counted = Object.values(pairs ?? {}).reduce((sum, n) => sum + n, 0);
  return counted > 0 && !check.found.opponents ? 'pair' : 'start';
}

/** "10 of about 25 pairs", as far as it is known how many will decide. */
export function progressText(check: Check): string {
  const { trials, more = 0 } = check.found;
  const plural = (n: number) => `${n.toLocaleString('en')} ${unitOf(check)}${n === 1 ? '' : 's'}`;
  if (more > 0) return `${trials.toLocaleString('en')} of about ${plural(trials + more)}`;
  return `${plural(trials)} so far`;
}

/** How far a check that is not over has come, how long it will take, and a button that stops it or lets it go on. */
export function CheckProgress({ check }: { check: Check }) {
  const { tournament, found } = check;
  const [error, act] = useAction();
  const left = useLeft(found.trials, found.more ?? 0, tournament.state === 'running');
  if (tournament.state === 'done' || tournament.state === 'cancelled') return null;
  const running = tournament.state === 'running';
  const send = (action: 'pause' | 'resume' | 'start') =>
    act(post(`/api/tournaments/{tournament}/${action}`, { tournament: tournament.id }));
  return (
    <div class="actions running-check">
      <span role="status">
        {progressText(check)}
        {left !== undefined && `, ${duration(left)} left`}
        {!running && ', stopped'}
      </span>
      {running ? (
        <ActionButton
          thing={{ owner: tournament.owner }}
          title="It can go on later where it stopped."
          onClick={() => send('pause')}
        >
          Stop
        </ActionButton>
      ) : (
        <ActionButton
          thing={{ owner: tournament.owner }}
          onClick={() => send(tournament.state === 'idle' ? 'start' : 'resume')}
        >
          Go on
        </ActionButton>
      )}
      <ErrorMessage text={error} />
    </div>
  );
}

/** How many milliseconds the rest takes at the pace since the page was opened or the check went on; undefined before the first start. */
function useLeft(trials: number, more: number, running: boolean): number | undefined {
  const from = useRef<{ at: number; trials: number } | null>(null);
  if (!running) {
    from.current = null;
    return undefined;
  }
  const now = performance.now();
  from.current ??= { at: now, trials };
  const played = trials - from.current.trials;
  if (played <= 0 || more === 0) return undefined;
  return ((now - from.current.at) / played) * more;
}
