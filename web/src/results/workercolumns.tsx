import { Fragment } from 'preact';
import type { Worker } from '../api/types';
import { NONE, number } from '../ui/format';
import type { Column } from '../ui/table';
import { to } from './links';

/** The columns of the list of workers, without what one can do with them. */
export const workerColumns: readonly Column<Worker>[] = [
  { key: 'worker', title: 'Worker', by: (w) => w.name },
  { key: 'state', title: 'State', by: (w) => w.state, cell: stateOf },
  {
    key: 'playing',
    title: 'Playing',
    numeric: true,
    by: (w) => w.playing.length,
    cell: (w) => <Playing worker={w} />,
  },
  { key: 'matches', title: 'Matches', numeric: true, by: (w) => w.matches },
  {
    key: 'failed',
    title: 'Failed',
    about: 'Matches that the machine failed to play; they are played again.',
    numeric: true,
    by: (w) => w.failed,
  },
  {
    key: 'returned',
    title: 'Handed back',
    about: 'Because the worker ended, was stopped, or could not run a bot.',
    numeric: true,
    by: (w) => w.returned,
  },
  {
    key: 'speed',
    title: 'Speed',
    about: 'Of one thread, relative to the reference machine.',
    numeric: true,
    by: (w) => w.speed,
    cell: (w) => (w.speed ? number(w.speed, 2) : NONE),
  },
  {
    key: 'load',
    title: 'Load',
    about: 'Threads that run or wait for a CPU, and the CPUs.',
    numeric: true,
    by: (w) => w.load / Math.max(1, w.cpus),
    cell: (w) => `${number(w.load)} / ${w.cpus}`,
  },
  { key: 'platform', title: 'Platform', by: (w) => w.platform },
  { key: 'build', title: 'Build', by: (w) => w.build, cell: (w) => <code>{w.build.slice(0, 8)}</code> },
];

/** The state of a worker and why it gets no work. */
function stateOf({ state, why }: Worker) {
  return why ? <span class="why">{`${state}: ${why}`}</span> : state;
}

/** Links to the matches that a worker plays, and how many it could. */
function Playing({ worker }: { worker: Worker }) {
  return (
    <>
      {worker.playing.map((id) => (
        <Fragment key={id}>
          <a href={to.match(id)}>{id.slice(0, 8)}</a>{' '}
        </Fragment>
      ))}
      <span class="muted">
        {worker.playing.length} of {worker.slots}
      </span>
    </>
  );
}
