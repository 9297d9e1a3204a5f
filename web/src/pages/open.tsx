import { useState } from 'preact/hooks';
import { Player } from '../player/player';
import { Viewer } from '../player/viewer';
import { readFile } from '../replay/source';
import { Drop } from '../ui/drop';
import { Page } from '../ui/page';

/** Shows a replay file that the reader drops on the page or chooses. */
export function Open() {
  const [player, setPlayer] = useState<Player | null>(null);

  const open = (file: File) => {
    const made = new Player();
    setPlayer(made);
    readFile(made.replay, file).catch((error: unknown) => made.replay.fail(error));
  };
  if (player !== null) return <Viewer player={player} />;
  return (
    <Page title="Open a replay">
      <Drop accept=".jsonl,.gz" title="Drop a replay here" onFile={open}>
        or choose a file: a record or a full export, .jsonl or .jsonl.gz
      </Drop>
      <p>To record a replay on the command line:</p>
      <pre>arbiter play domain builtin:domain/greedy builtin:domain/boss --replay match.jsonl.gz</pre>
      <p class="muted">Full exports are read in the browser. Records are replayed by the server.</p>
    </Page>
  );
}
