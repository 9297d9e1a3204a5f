import { useEffect, useState } from 'preact/hooks';
import { Session } from '../player/session';
import { Viewer } from '../player/viewer';
import { readFile } from '../replay/source';

/** Shows a replay file that is dropped on the page or chosen. */
export function Open() {
  const [session, setSession] = useState<Session | null>(null);
  const [over, setOver] = useState(false);

  const open = (file: File | null | undefined) => {
    if (!file) return;
    const made = new Session();
    setSession(made);
    readFile(made.replay, file).catch((error: unknown) => made.replay.fail(error));
  };
  useEffect(() => {
    const drag = (e: DragEvent) => {
      e.preventDefault();
      setOver(e.type === 'dragover');
      if (e.type === 'drop') open(e.dataTransfer?.files[0]);
    };
    const types = ['dragover', 'dragleave', 'drop'] as const;
    for (const type of types) addEventListener(type, drag);
    return () => {
      for (const type of types) removeEventListener(type, drag);
    };
  }, []);

  if (session !== null) return <Viewer session={session} />;
  return (
    <main class="page">
      <h1>Open a replay</h1>
      <label class={over ? 'drop over' : 'drop'}>
        <input type="file" accept=".jsonl,.gz" onChange={(e) => open(e.currentTarget.files?.[0])} />
        <b>Drop a replay here</b>
        <span class="muted">or choose a file: a record or a full export, .jsonl or .jsonl.gz</span>
      </label>
      <p>The command line keeps one of every match it plays:</p>
      <pre>arbiter play domain builtin:domain/greedy builtin:domain/boss --replay match.jsonl.gz</pre>
      <p class="muted">A full export is read in the browser. A record is played again by this server.</p>
    </main>
  );
}
