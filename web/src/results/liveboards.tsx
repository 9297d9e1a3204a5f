import { useEffect, useState } from 'preact/hooks';
import { post } from '../api/client';
import type { Running } from '../api/feed';
import { StillBoard } from '../player/stillboard';
import { useAction } from '../ui/action';
import { AskButton } from '../ui/askbutton';
import { ErrorMessage } from '../ui/page';
import { isSingles, to, Versus, versus } from './links';

const MOST = 6;
const SETTLED_MS = 1500; // a shorter match would end before its board has been drawn

interface Props {
  playing: readonly Running[];
  waiting: readonly Running[]; // void matches that wait to be played again
  unwatched: boolean; // the server does not show matches while they are played
  still?: boolean; // pictures of the boards, which do not play
}

/** The boards of running matches, side by side. While all are short, only their number is shown. */
export function LiveBoards({ playing, waiting, unwatched, still }: Props) {
  return (
    <>
      {waiting.length > 0 && (
        <p class="muted" role="status">
          {waiting.length} {waiting.length === 1 ? 'match is' : 'matches are'} played again: the machine was
          busy.
        </p>
      )}
      <Boards playing={playing} unwatched={unwatched} still={still} />
    </>
  );
}

function Boards({ playing, unwatched, still }: Omit<Props, 'waiting'>) {
  const now = useClock(playing.length > 0);
  const shown = playing.filter((r) => now - Date.parse(r.since) > SETTLED_MS).slice(0, MOST);
  if (playing.length === 0) return <p class="muted">No running matches.</p>;
  if (shown.length === 0 && !unwatched)
    return <p class="muted">{playing.length} running; too short to watch.</p>;
  return (
    <>
      {unwatched && (
        <p class="muted">{playing.length} running; this server shows no matches while they are played.</p>
      )}
      <ul class={unwatched ? 'running-matches' : still ? 'boards stills' : 'boards'}>
        {shown.map((r) => (
          <li key={r.id}>
            {!unwatched && (still ? <Still of={r} /> : <Live of={r} />)}
            <a href={to.match(r.id)}>
              <Versus seats={r.seats} />
            </a>
            {isSingles(r.tournament) && <CancelMatch id={r.id} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Live({ of: { id, game, seats } }: { of: Running }) {
  return <iframe src={`/embed/${id}`} title={`${game}: ${versus(seats)}`} />;
}

function Still({ of: { id, game } }: { of: Running }) {
  return (
    <a class="picture" href={to.match(id)} tabIndex={-1}>
      <StillBoard id={id} label={`${game}: a running match`} running>
        {null}
      </StillBoard>
    </a>
  );
}

/** A button that cancels a single match. */
function CancelMatch({ id }: { id: string }) {
  const [error, act] = useAction();
  return (
    <div class="actions">
      <AskButton
        needs="upload"
        question="Cancel this match?"
        consequence="It will have no result."
        yes="Cancel it"
        onClick={() => act(post('/api/matches/{id}/cancel', { id }))}
      >
        Cancel
      </AskButton>
      <ErrorMessage text={error} />
    </div>
  );
}

/** The current time, updated every second while needed. */
function useClock(needed: boolean): number {
  const [now, tick] = useState(Date.now);
  useEffect(() => {
    if (!needed) return;
    const timer = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}
