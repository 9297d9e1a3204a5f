import type { Bot } from '../api/types';
import type { Column } from '../ui/table';
import { Ago } from '../ui/time';
import { BotLink, to } from './links';

const STORED = /\S*\/[0-9a-f]{64}\//; // the folder in which the server keeps the files of a bot

/** The columns of the list of bots; the page of a bot uses some of them for its versions. */
export const botColumns: readonly Column<Bot>[] = [
  { key: 'bot', title: 'Bot', by: (b) => b.id, cell: (b) => <BotLink game={b.game} id={b.id} /> },
  { key: 'game', title: 'Game', by: (b) => b.game, cell: (b) => <a href={to.game(b.game)}>{b.game}</a> },
  { key: 'version', title: 'Version', roomy: true, by: (b) => b.version },
  { key: 'stage', title: 'Stage', roomy: true, by: (b) => b.stage, cell: (b) => stageOf(b) },
  { key: 'matches', title: 'Matches', numeric: true, by: (b) => b.matches },
  {
    key: 'registered',
    title: 'Registered',
    roomy: true,
    numeric: true,
    by: (b) => (b.registered_at ? Date.parse(b.registered_at) : null),
    cell: (b) => b.registered_at && <Ago at={b.registered_at} />,
  },
  {
    key: 'typed',
    title: 'Specification',
    roomy: true,
    by: (b) => b.typed,
    cell: (b) => (
      <code class="why specification" title={b.typed}>
        {b.typed.replace(STORED, '…/')}
      </code>
    ),
  },
];

/** The stage of a bot as text. */
export function stageOf(bot: Bot): string {
  return [bot.stage, bot.disabled && 'disabled'].filter(Boolean).join(', ');
}
