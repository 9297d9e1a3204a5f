import type { Bot, Standings } from '../api/types';
import { type Column, Table } from '../ui/table';
import { botColumns } from './botcolumns';
import { Elo, Interval, rangeOf } from './elo';
import { CompareVersions } from './versionlinks';

interface Props {
  bot: Bot;
  all: readonly Bot[]; // its versions
  standings: Standings | undefined;
}

/** The versions of a bot with their ratings. */
export function Versions({ bot, all, standings }: Props) {
  const compare: Column<Bot> = {
    key: 'compare',
    title: 'Compare',
    cell: (b) => b.id !== bot.id && <CompareVersions game={bot.game} bot={bot.id} other={b.id} />,
  };
  return (
    <Table
      caption={`Versions of ${bot.name}`}
      columns={[...versionColumns, ...eloColumns(all, standings), compare]}
      rows={all}
      id={(b) => b.id}
    />
  );
}

const versionColumns = botColumns.filter((c) => c.key !== 'game' && c.key !== 'typed');

/** The rating of each version, on a common scale. */
function eloColumns(bots: readonly Bot[], standings: Standings | undefined): Column<Bot>[] {
  const lines = new Map((standings?.lines ?? []).map((l) => [l.bot, l]));
  const range = rangeOf(bots.flatMap((b) => lines.get(b.id) ?? []));
  const unknown = { elo: null, elo_error95: null };
  return [
    {
      key: 'elo',
      title: 'Elo ± 95 %',
      numeric: true,
      by: (b) => lines.get(b.id)?.elo ?? null,
      cell: (b) => <Elo {...(lines.get(b.id) ?? unknown)} />,
    },
    {
      key: 'bar',
      title: 'Range',
      cell: (b) => <Interval {...(lines.get(b.id) ?? unknown)} range={range} />,
    },
  ];
}
