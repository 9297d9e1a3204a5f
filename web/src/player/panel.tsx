import { useState } from 'preact/hooks';
import { LogTab } from './logtab';
import { MetricsTab } from './metricstab';
import type { Player } from './player';
import { Seats } from './seats';
import { StderrTab } from './stderrtab';
import { TurnTab } from './turntab';

const TABS = ['Turn', 'Stderr', 'Log', 'Metrics'] as const;

/** The side panel: the seats, then tabs for the turn, stderr, the log and metrics. */
export function Panel({ player }: { player: Player }) {
  const [tab, setTab] = useState<(typeof TABS)[number]>('Turn');
  return (
    <aside class="panel">
      <Seats player={player} />
      <div class="tabs" role="tablist">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === tab}
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="tab" role="tabpanel">
        {tab === 'Turn' && <TurnTab player={player} />}
        {tab === 'Stderr' && <StderrTab player={player} />}
        {tab === 'Log' && <LogTab player={player} />}
        {tab === 'Metrics' && <MetricsTab player={player} />}
      </div>
    </aside>
  );
}
