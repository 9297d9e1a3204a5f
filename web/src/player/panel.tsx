import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { LogTab } from './logtab';
import { MetricsTab } from './metricstab';
import type { Player } from './player';
import { Seats } from './seats';
import { StderrTab } from './stderrtab';
import { TurnTab } from './turntab';

const TABS = ['Analysis', 'Turn', 'Stderr', 'Log', 'Metrics'] as const;

interface Props {
  player: Player;
  analysis: ComponentChildren; // its tab, which has no reader while the match goes on or results are hidden
}

/**
 * The side panel: the seats, then tabs for the analysis, the turn, stderr, the log and metrics. It opens with the
 * analysis where there is one. That tab stays as it is while another one is shown: a question may be under way in it.
 */
export function Panel({ player, analysis }: Props) {
  const [chosen, choose] = useState<(typeof TABS)[number]>();
  const analysed = useObservable(player, () => player.analysis !== undefined);
  const hidden = useObservable(player, () => player.hideResults);
  const over = useObservable(player.replay, () => player.replay.over);
  const known = Boolean(analysis) && over && !hidden;
  const wanted = chosen ?? (analysed ? 'Analysis' : 'Turn');
  const tab = wanted === 'Analysis' && !known ? 'Turn' : wanted;
  return (
    <aside class="panel">
      <Seats player={player} />
      <div class="tabs" role="tablist">
        {TABS.filter((name) => name !== 'Analysis' || known).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === tab}
            onClick={() => choose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {known && (
        <div class="tab analysis" role="tabpanel" aria-label="analysis" hidden={tab !== 'Analysis'}>
          {analysis}
        </div>
      )}
      {tab !== 'Analysis' && (
        <div class="tab" role="tabpanel">
          {tab === 'Turn' && <TurnTab player={player} />}
          {tab === 'Stderr' && <StderrTab player={player} />}
          {tab === 'Log' && <LogTab player={player} />}
          {tab === 'Metrics' && <MetricsTab player={player} />}
        </div>
      )}
    </aside>
  );
}
