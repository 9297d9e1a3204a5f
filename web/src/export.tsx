import './style/tokens.css';
import './style/base.css';
import { render } from 'preact';
import { useObservable } from './lib/observable';
import type { Download } from './player/gear';
import { Player } from './player/player';
import { Viewer } from './player/viewer';
import { bytesOf } from './replay/embedded';
import type { Replay } from './replay/replay';
import { readFull } from './replay/source';
import { applyTheme, ThemeButton } from './ui/themebutton';

/** The page of an exported replay: the viewer of the one match that the page holds. It works from disk. */
function Exported({ player, files }: { player: Player; files: readonly Download[] }) {
  return (
    <>
      <TopBar replay={player.replay} />
      <Viewer player={player} files={files} />
    </>
  );
}

function TopBar({ replay }: { replay: Replay }) {
  const header = useObservable(replay, () => replay.header);
  return (
    <header class="topbar">
      <b>{header?.seats.map((s) => s.name).join(' - ')}</b>
      <span class="space" />
      {header && (
        <span class="muted">
          played {header.played_at.slice(0, 10)} by Arbiter {header.arbiter}
        </span>
      )}
      <ThemeButton />
    </header>
  );
}

applyTheme();
const player = new Player();
const files: Download[] = [];
try {
  const lines = new Blob([bytesOf(document.getElementById('replay')!.textContent!)]);
  files.push({ label: 'download replay', href: URL.createObjectURL(lines), name: 'replay.jsonl.gz' });
  readFull(player.replay, lines).catch((error: unknown) => player.replay.fail(error));
} catch (error) {
  player.replay.fail(error);
}
render(<Exported player={player} files={files} />, document.getElementById('app')!);
