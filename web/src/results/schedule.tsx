import { del, put } from '../api/client';
import type { Tournament } from '../api/types';
import { Field, Form, type Values } from '../ui/form';
import { ErrorMessage } from '../ui/page';
import { to } from './links';

interface Props {
  tournament: Tournament;
  changed: () => void;
}

/** The schedule of further runs, the latest of them, and a form to change it. */
export function Schedule({ tournament, changed }: Props) {
  const { id, schedule } = tournament;
  const send = async (v: Values) => {
    const cron = v.text('cron');
    if (cron) await put('/api/tournaments/{tournament}/schedule', { tournament: id }, { cron });
    else await del('/api/tournaments/{tournament}/schedule', { tournament: id });
    changed();
  };
  const runs = schedule?.runs ?? [];
  return (
    <>
      {schedule && (
        <p>
          The next run starts on {new Date(schedule.next_at).toLocaleString('en-GB')}, with the current
          versions of the bots and the seeds after those of the previous run.
        </p>
      )}
      {schedule?.why && <ErrorMessage text={schedule.why} />}
      {runs.length > 0 && (
        <ul>
          {runs.map((run) => (
            <li key={run}>
              <a href={to.tournament(run)}>{run}</a>
            </li>
          ))}
        </ul>
      )}
      <Form submit="Save" thing={schedule ?? tournament} send={send}>
        {(wrong) => (
          <Field
            label="Cron expression"
            hint="e.g. 0 22 * * * or @daily, in the server's time zone. Empty: no further runs."
            error={wrong.cron}
          >
            {(a) => (
              <input
                {...a}
                name="cron"
                maxLength={200}
                autocomplete="off"
                defaultValue={schedule?.cron ?? ''}
              />
            )}
          </Field>
        )}
      </Form>
    </>
  );
}
