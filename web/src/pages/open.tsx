import { useState } from 'preact/hooks';
import { Player } from '../player/player';
import { Viewer } from '../player/viewer';
import { readFile } from '../replay/source';
import { Drop } from '../ui/drop';
import { Page } from '../ui/page';

/** Shows a replay file that the reader drops on the page or chooses. */
export function Open() {
  const [player, setPlayer] = useState<Player | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [number, setNumber] = useState(1);
  const [matches, setMatches] = useState(1);

  const open = (chosen: File, match = 1) => {
    const made = new Player();
    setFile(chosen);
    setNumber(match);
    setPlayer(made);
    readFile(made.replay, chosen, match, setMatches).catch((error: unknown) => made.replay.fail(error));
  };
  if (player !== null && file !== null) {
    const others = matches > 1 && (
      <label>
        Match{' '}
        <select value={number} onChange={(e) => open(file, Number(e.currentTarget.value))}>
          {Array.from({ length: matches }, (_, i) => (
            <option key={i} value={i + 1}>
              {i + 1}
            </option>
          ))}
        </select>{' '}
        of {matches} in the file
      </label>
    );
    return <Viewer key={number} player={player} below={others} />;
  }
  return (
    <Page title="Open a replay">
      <Drop accept=".jsonl,.json,.gz" title="Drop a replay here" onFile={open}>
        or choose a file: a record or a full export, .jsonl or .jsonl.gz, or a match of CodinGame, .json
      </Drop>
      <p>To record a replay on the command line:</p>
      <pre>arbiter play domain builtin:domain/greedy builtin:domain/boss --replay match.jsonl.gz</pre>
      <p>To keep a match that was played on CodinGame:</p>
      <pre>arbiter import match.json</pre>
      <p class="muted">The server keeps nothing of what you open.</p>
    </Page>
  );
}
