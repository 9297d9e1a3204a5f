import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../api/client';
import { useAsync } from '../lib/async';
import { useObservable } from '../lib/observable';
import { readTheme } from '../ui/theme';
import { BoardView } from './boardview';
import { OfficialPositions, officialMatch } from './official';
import type { Player } from './player';

const PATIENCE_MS = 15_000; // after which the page says that the viewer has not started

/**
 * The address of the viewer that a game has of its own. It is asked for when the match has ended: the viewer takes all
 * frames at once. Undefined where the game has none, or other files than when the match was played.
 */
export function useOfficial({ replay }: Player): string | undefined {
  const digest = useObservable(replay, () => (replay.footer ? replay.header?.referee : undefined));
  const game = replay.header?.game;
  const { data } = useAsync(
    (signal) =>
      digest === undefined
        ? Promise.resolve(undefined)
        : get('/api/games/{game}', { game: game! }, signal).catch(() => undefined),
    [digest, game],
  );
  return digest !== undefined && data?.viewer === digest
    ? `/viewers/${game}/${digest}/arbiter.html`
    : undefined;
}

interface Props {
  player: Player;
  page: string; // of the viewer
  closeUp: boolean; // of the board
}

/**
 * A match in the viewer that its game has of its own. The viewer is a stranger's program: its frame has no origin, and
 * its policy lets it load nothing but its own files. Until it shows the match, the board does.
 */
export function OfficialView({ player, page, closeUp }: Props) {
  const { replay, transport } = player;
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState(false);
  const [why, setWhy] = useState<string>();

  const match = useMemo(() => officialMatch(replay.header!, replay.frames, avatar), [player]);

  useEffect(() => {
    if (match === undefined) {
      setWhy("The record lacks frames that the game's viewer needs.");
      return;
    }
    const positions = new OfficialPositions(replay.frames);
    const tell = (message: unknown) => frame.current?.contentWindow?.postMessage(message, '*'); // it has no origin
    let [last, started] = ['', false];
    const move = () => {
      const position = positions.at(player.turn, transport.turn > player.turn ? 1 : transport.t);
      const text = JSON.stringify(position);
      if (text === last || !started) return;
      last = text;
      tell(position);
    };
    const follow = (frame: number) => {
      const turn = positions.turnOf(frame); // by its own controls
      if (!started || turn < 0 || turn === player.turn) return;
      last = JSON.stringify(positions.at(turn, 1));
      transport.stopAt(turn);
    };
    const heard = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data.type === 'ready') tell({ match });
      if (data.type === 'error' && !started) setWhy(`The viewer of the game reports: ${String(data.text)}`);
      if (data.type === 'moved') follow(data.frame);
      if (data.type !== 'shown') return;
      started = true;
      setShown(true);
      setWhy(undefined);
      move();
    };
    const late = setTimeout(() => {
      if (!started) setWhy('The viewer of the game has not started; a file of it may be missing.');
    }, PATIENCE_MS);
    const back = () => {
      if (document.activeElement === frame.current) frame.current!.blur(); // the keys stay the page's
    };
    const blurred = () => setTimeout(back);
    addEventListener('message', heard);
    addEventListener('blur', blurred);
    const stop = transport.subscribe(move);
    return () => {
      clearTimeout(late);
      removeEventListener('message', heard);
      removeEventListener('blur', blurred);
      stop();
    };
  }, [player, page]);

  return (
    <>
      {why !== undefined && <p class="note">{why}</p>}
      {!shown && <BoardView player={player} closeUp={closeUp} />}
      {match !== undefined && (
        <div class={shown ? 'board official' : 'official coming'}>
          <iframe
            ref={frame}
            src={page}
            sandbox="allow-scripts"
            title="the match in the viewer of its game"
            tabIndex={-1}
            data-shown={shown}
          />
        </div>
      )}
    </>
  );
}

/** The picture of a player: its seat in the seat's colour. */
function avatar(seat: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const ctx = canvas.getContext('2d')!;
  ctx.fillStyle = readTheme().seats[seat]!;
  ctx.fillRect(0, 0, 128, 128);
  ctx.fillStyle = readTheme().onSeat;
  ctx.font = '600 72px system-ui, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(String(seat), 64, 68);
  return canvas.toDataURL();
}
