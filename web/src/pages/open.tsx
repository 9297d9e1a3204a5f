import { useState } from 'preact/hooks';
import { Session } from '../player/player';
import { Viewer } from '../player/viewer';
import { readFile } from '../replay/source';
import { Drop } from '../ui/drop';
import { Page } from '../ui/page';

/** Shows a replay file that is dropped on the page or chosen. */
export function Open() {
  const [session, setSession] = useState<Session | null>(null);

  const open = (file: File) => {
    const made = new Session();
    setSession(made);
    readFile(made.replay, file).catch((error: unknown) => made.replay.fail(error));
  };
  if (session !== null) return <Viewer session={session} />;
  return (
    <Page title="Open a replay">
      <Drop accept=".jsonl,.gz" title="Drop a replay here" onFile={open}>
        or choose a file: a record or a full export, .jsonl or .jsonl.gz
      </Drop>
      <p>The command line keeps one of every match it plays:</p>
      <pre>arbiter play domain builtin:domain/greedy builtin:domain/boss --replay match.jsonl.gz</pre>
      <p class="muted">A full export is read in the browser. A record is played again by this server.</p>
    </Page>
  );
}
