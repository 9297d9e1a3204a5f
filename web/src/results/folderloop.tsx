import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RequestBody } from '../api/types';
import { useOfficial } from '../player/officialview';
import { openMatch } from '../player/openmatch';
import { Outcome } from '../player/outcome';
import { Player } from '../player/player';
import { Viewer } from '../player/viewer';
import { type Change, followSaves, type LoopEvent } from '../replay/saves';
import { ErrorMessage, Page } from '../ui/page';
import { to } from './links';

/** A loop as far as the page knows it. The last match stays while the next version is built. */
export interface Loop {
  state: LoopEvent['type'];
  match?: string; // that is shown
  change?: Change; // from the match before the one that is shown
  why?: string;
  output?: string;
}

/** The state of a loop after an event. */
export function afterEvent({ match, change }: Loop, e: LoopEvent): Loop {
  const shown = { ...(match && { match }), ...(change && { change }) };
  switch (e.type) {
    case 'building':
      return { ...shown, state: e.type };
    case 'playing':
      return { ...e, state: e.type };
    case 'played':
      return { ...e, state: e.type };
    case 'failed':
      return { ...shown, ...e, state: e.type };
  }
}

const STATES: Readonly<Record<Loop['state'], string>> = {
  building: 'Building …',
  playing: 'Playing …',
  played: 'Waiting for a save.',
  failed: 'It did not play. Waiting for a save.',
};

interface Props {
  body: RequestBody<'/api/rerun', 'post'>;
  folder: string;
  back: string; // the address of the form
}

/** The match that is played after each save of a folder, and what changed from the one before. */
export function FolderLoop({ body, folder, back }: Props) {
  const [loop, setLoop] = useState<Loop>({ state: 'building' });
  const [error, setError] = useState('');
  const key = JSON.stringify(body);
  useEffect(
    () =>
      followSaves(
        body,
        (e) => setLoop((l) => afterEvent(l, e)),
        (e) => setError(e.message),
      ),
    [key],
  );
  const said = <Said loop={loop} folder={folder} back={back} error={error} />;
  if (loop.match === undefined) {
    return (
      <Page title="Watch a folder" of={<a href="/bots">Bots</a>}>
        {said}
      </Page>
    );
  }
  return (
    <Watched key={loop.match} loop={loop}>
      {said}
    </Watched>
  );
}

/** A match of the loop in the viewer. */
function Watched({ loop, children }: { loop: Loop; children: preact.ComponentChildren }) {
  const player = useMemo(() => new Player(), []);
  useEffect(() => openMatch(player, loop.match!), []);
  return (
    <Viewer player={player} official={useOfficial(player)}>
      <div class="hub loop">
        <h1 class="unseen">Watch a folder</h1>
        {children}
        <Outcome player={player} />
        {loop.change && <Changed change={loop.change} match={loop.match!} player={player} />}
      </div>
    </Viewer>
  );
}

/** What happens at the moment. */
function Said({ loop, folder, back, error }: Omit<Props, 'body'> & { loop: Loop; error: string }) {
  return (
    <>
      <p class="facts">
        <a href={back}>{folder}</a>{' '}
        <span class="muted" role="status">
          {error ? '' : STATES[loop.state]}
        </span>
      </p>
      <ErrorMessage text={error || (loop.why ?? '')} />
      {loop.output && <pre>{loop.output}</pre>}
    </>
  );
}

/** What a save has changed, with the way to where it shows. */
function Changed({ change, match, player }: { change: Change; match: string; player: Player }) {
  const { turn, before, text } = change;
  return (
    <section class="changed" aria-label="What changed">
      {text.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
      {turn !== undefined && (
        <p class="actions">
          <button type="button" onClick={() => player.transport.stopAt(turn)}>
            Show turn {turn}
          </button>
          {before && <a href={to.compare(before, match)}>Compare both matches</a>}
        </p>
      )}
    </section>
  );
}
