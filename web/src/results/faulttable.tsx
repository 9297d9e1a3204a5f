import type { Fault, Match } from '../api/types';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { BotLink, costlyFirst, FaultLink } from './links';

/** A fault and its match. */
export interface Found {
  match: Match;
  fault: Fault;
}

const columns: readonly Column<Found>[] = [
  {
    key: 'fault',
    title: 'Fault',
    by: (f) => f.fault.kind,
    cell: (f) => <FaultLink match={f.match.id} fault={f.fault} />,
  },
  { key: 'bot', title: 'Bot', by: botOf, cell: (f) => <BotLink game={f.match.game} id={botOf(f)} /> },
  { key: 'game', title: 'Game', by: (f) => f.match.game, cell: (f) => f.match.game },
  { key: 'why', title: 'Why', cell: (f) => <Why fault={f.fault} /> },
  {
    key: 'at',
    title: 'Played',
    numeric: true,
    by: (f) => Date.parse(f.match.played_at),
    cell: (f) => <Ago at={f.match.played_at} />,
  },
];

/** Why a fault is one, and the last lines that the bot had written to stderr. */
function Why({ fault }: { fault: Fault }) {
  return (
    <span class="why">
      {fault.why}
      {fault.stderr && <pre class="stderr">{fault.stderr}</pre>}
    </span>
  );
}

function botOf({ match, fault }: Found): string {
  return match.seats?.[fault.seat]?.bot ?? '';
}

/** The first fault of each seat in each match, one that was not forgiven if there is one; with bot, only that bot's. */
export function faultsOf(matches: readonly Match[], bot?: string): Found[] {
  return matches.flatMap((match) => {
    const seen = new Set<number>();
    const found: Found[] = [];
    for (const fault of costlyFirst(match.faults ?? [])) {
      if (seen.has(fault.seat)) continue;
      if (bot !== undefined && botOf({ match, fault }) !== bot) continue;
      seen.add(fault.seat);
      found.push({ match, fault });
    }
    return found;
  });
}

/** Faults as links to the turns in which they occurred. */
export function FaultTable({ matches, bot }: { matches: readonly Match[]; bot?: string }) {
  const found = faultsOf(matches, bot);
  if (found.length === 0) return <p class="muted">None.</p>;
  const shown = bot === undefined ? columns : columns.filter((c) => c.key !== 'bot' && c.key !== 'game');
  return <Table caption="Faults" columns={shown} rows={found} id={(f) => `${f.match.id}-${f.fault.seat}`} />;
}
