import { get } from '../api/client';
import type { Bot } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { BotLink, to } from '../results/links';
import { Filters } from '../ui/filters';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';

/** The columns of the list of bots; the page of a bot uses some of them for its versions. */
export const botColumns: readonly Column<Bot>[] = [
  { key: 'bot', title: 'Bot', by: (b) => b.id, cell: (b) => <BotLink game={b.game} id={b.id} /> },
  { key: 'game', title: 'Game', by: (b) => b.game, cell: (b) => <a href={to.game(b.game)}>{b.game}</a> },
  { key: 'version', title: 'Version', by: (b) => b.version, cell: (b) => b.version },
  { key: 'stage', title: 'Stage', by: (b) => b.stage, cell: (b) => stageOf(b) },
  { key: 'matches', title: 'Matches', numeric: true, by: (b) => b.matches, cell: (b) => b.matches },
  {
    key: 'registered',
    title: 'Registered',
    numeric: true,
    by: (b) => (b.registered_at ? Date.parse(b.registered_at) : null),
    cell: (b) => b.registered_at && <Ago at={b.registered_at} />,
  },
  { key: 'typed', title: 'Specification', by: (b) => b.typed, cell: (b) => <code>{b.typed}</code> },
];

/** The stage of a bot as text. */
export function stageOf(bot: Bot): string {
  return [bot.stage, bot.disabled && 'disabled'].filter(Boolean).join(', ');
}

/** The bots and their versions. */
export function BotsPage({ query }: PageProps) {
  const bots = useAsync((signal) => get('/api/bots', Object.fromEntries(query), signal), [query.toString()]);
  return (
    <Page title="Bots" aside={<a href="/bots/new">Register a bot</a>}>
      <Filters path="/bots" query={query} filters={FILTERS} />
      <Await result={bots}>
        {(all) => {
          const rows = all.bots ?? [];
          if (rows.length > 0) {
            return <Table caption="Bots" columns={botColumns} rows={rows} id={(b) => `${b.game}/${b.id}`} />;
          }
          if (query.size > 0) return <Empty text="No bots match the filter." />;
          return (
            <Empty text="No bots yet. To create one that can play immediately:" type="arbiter new --help" />
          );
        }}
      </Await>
    </Page>
  );
}

const FILTERS = [
  { name: 'game', label: 'Game', placeholder: 'domain' },
  { name: 'name', label: 'Name', placeholder: 'all versions of a bot' },
];
