import type { Bot, Standings } from '../api/types';
import { type Column, Table } from '../ui/table';
import { botColumns } from './botcolumns';
import { Interval, rangeOf } from './elo';
import { StrengthText, strengthOf } from './strength';
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
      columns={[...versionColumns, ...strengthColumns(all, standings), compare]}
      rows={all}
      id={(b) => b.id}
    />
  );
}

const versionColumns = botColumns.filter((c) => c.key !== 'game' && c.key !== 'typed');

/** The rating of each version, on a common scale. */
function strengthColumns(bots: readonly Bot[], standings: Standings | undefined): Column<Bot>[] {
  const lines = new Map((standings?.lines ?? []).map((l) => [l.bot, l]));
  const of = (b: Bot) => strengthOf(lines.get(b.id));
  const range = rangeOf(bots.map(of));
  return [
    {
      key: 'strength',
      title: bots.some((b) => of(b).solo) ? 'Score ± 95 %' : 'Elo ± 95 %',
      numeric: true,
      by: (b) => of(b).value,
      cell: (b) => <StrengthText of={of(b)} />,
    },
    {
      key: 'bar',
      title: 'Range',
      cell: (b) => <Interval {...of(b)} range={range} />,
    },
  ];
}
