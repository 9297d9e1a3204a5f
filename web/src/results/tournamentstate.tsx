import type { Run } from '../api/types';

const SIGNS: Record<Run['state'], string> = {
  idle: '○',
  running: '▶',
  paused: '‖',
  done: '✓',
  cancelled: '×',
  failed: '!',
};

/** The state of a tournament: a sign and a word, and colour only where it means something. */
export function State({ of }: { of: Run['state'] }) {
  return (
    <span class={`state ${of}`}>
      <span aria-hidden="true">{SIGNS[of]}</span> {of}
    </span>
  );
}
