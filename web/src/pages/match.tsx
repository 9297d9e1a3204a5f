import { useEffect, useMemo } from 'preact/hooks';
import { PLAYABLE } from '../games';
import { useObservable } from '../lib/observable';
import type { PageProps } from '../lib/router';
import { address } from '../lib/url';
import { useDecisive } from '../player/decisive';
import type { Download } from '../player/gear';
import { useOfficial } from '../player/officialview';
import { openMatch } from '../player/openmatch';
import { Player } from '../player/player';
import { Viewer } from '../player/viewer';
import { Analysis, useAnalysis } from '../results/analysis';
import { MatchHub } from '../results/matchhub';
import { Trial } from '../results/trial';

/** A stored or running match. */
export function Match({ params }: PageProps) {
  const id = params.id!;
  const player = useMatch(id);
  const ownReferee = useObservable(player.replay, () => player.replay.header?.referee !== undefined);
  const analysed = useAnalysis(id, player);
  return (
    <Viewer
      player={player}
      official={useOfficial(player)}
      files={filesOf(id)}
      analysis={
        !ownReferee && (
          <>
            <Analysis analysed={analysed} player={player} />
            <Trial id={id} player={player} />
          </>
        )
      }
    >
      <MatchHub id={id} player={player} playable={(game) => PLAYABLE.includes(game)} />
    </Viewer>
  );
}

/** The same without panel and bars, for embedding in an iframe. */
export function Embed({ params }: PageProps) {
  const id = params.id!;
  if (params.part === 'board') return <Board id={id} />;
  return <Framed id={id} />;
}

function Framed({ id }: { id: string }) {
  const player = useMatch(id);
  return <Viewer player={player} official={useOfficial(player)} files={filesOf(id)} bare />;
}

/** The board alone, as a picture of a turn. */
function Board({ id }: { id: string }) {
  return (
    <div class="board-only">
      <Viewer player={useMatch(id)} bare />
    </div>
  );
}

/** The downloads of a stored match. */
function filesOf(id: string): Download[] {
  return [
    { label: 'Download replay', href: address('/api/matches/{id}/record', { id }), name: `${id}.jsonl.gz` },
    { label: 'Export as HTML', href: address('/api/matches/{id}/replay.html', { id }), name: `${id}.html` },
  ];
}

/** Reads a stored match or watches a running one. */
export function useMatch(id: string): Player {
  const player = useMemo(() => new Player(), [id]);
  useEffect(() => openMatch(player, id), [player, id]);
  useDecisive(player, id);
  return player;
}
