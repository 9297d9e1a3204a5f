import type { TournamentStatus } from '../api/types';

const SIGNS: Record<TournamentStatus['state'], string> = {
  idle: '○',
  running: '▶',
  paused: '‖',
  done: '✓',
  cancelled: '×',
  failed: '!',
};

/** The state of a tournament as a symbol and a word; colour is never the only difference. */
export function State({ of }: { of: TournamentStatus['state'] }) {
  return (
    <span class={`state ${of}`}>
      <span aria-hidden="true">{SIGNS[of]}</span> {of}
    </span>
  );
}
