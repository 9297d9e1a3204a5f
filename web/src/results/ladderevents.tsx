import type { Ladder, LadderEntry } from '../api/types';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { BotLink } from './links';

/** What happened on a ladder: entries, new versions, exits, who is set aside, and what could not enter. */
export function LadderEvents({ ladder }: { ladder: Ladder }) {
  const entries = ladder.entries ?? [];
  const aside = (ladder.bots ?? []).filter((l) => l.state === 'set aside');
  const columns: readonly Column<LadderEntry>[] = [
    {
      key: 'what',
      title: 'Event',
      cell: (e) => <Event ladder={ladder} entry={e} before={beforeOf(entries, e)} />,
    },
    { key: 'round', title: 'Since round', numeric: true, by: (e) => e.round },
    { key: 'at', title: 'Asked', numeric: true, by: (e) => Date.parse(e.at), cell: (e) => <Ago at={e.at} /> },
  ];
  return (
    <>
      {aside.map((l) => (
        <p key={l.bot} class="warning">
          <BotLink game={ladder.game} id={l.bot} /> is set aside: three of its first ten matches ended by its
          own fault. Its next version starts clean.
        </p>
      ))}
      <Failures ladder={ladder} />
      {entries.length === 0 ? (
        <p class="muted">No bot has entered yet.</p>
      ) : (
        <Table caption="Events" columns={columns} rows={entries} id={(e) => `${e.name} ${e.bot} ${e.at}`} />
      )}
    </>
  );
}

/** What could not enter, newest first, with the output of its build. */
function Failures({ ladder }: { ladder: Ladder }) {
  const failures = ladder.failures ?? [];
  if (failures.length === 0) return null;
  return (
    <>
      <h3>Could not enter</h3>
      <ul class="failures">
        {failures.map((f) => (
          <li key={`${f.name} ${f.at}`}>
            <b>{f.name}</b>, <Ago at={f.at} />: {f.why}
            {f.output && (
              <details>
                <summary>Output of the build</summary>
                <pre>{f.output}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The entry of the same name before one, in a list that begins with the newest. */
function beforeOf(entries: readonly LadderEntry[], entry: LadderEntry): LadderEntry | undefined {
  return entries.slice(entries.indexOf(entry) + 1).find((e) => e.name === entry.name);
}

interface EventProps {
  ladder: Ladder;
  entry: LadderEntry;
  before: LadderEntry | undefined;
}

function Event({ ladder, entry, before }: EventProps) {
  if (entry.bot === '') return <>{entry.name} left</>;
  return (
    <span class="sentence">
      <BotLink game={ladder.game} id={entry.bot} />
      {before?.bot ? (
        <>
          {' '}
          took the place of <BotLink game={ladder.game} id={before.bot} />
        </>
      ) : (
        ' entered'
      )}
    </span>
  );
}
