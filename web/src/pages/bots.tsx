import { get } from '../api/client';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { botColumns } from '../results/botcolumns';
import { Filters } from '../ui/filters';
import { Await, Empty, Page } from '../ui/page';
import { Table } from '../ui/table';

/** The bots and their versions. */
export function BotsPage({ query }: PageProps) {
  const asked = { game: query.get('game') ?? '', name: query.get('name') ?? '' };
  const bots = useAsync((signal) => get('/api/bots', asked, signal), [asked]);
  return (
    <Page title="Bots" aside={<a href="/bots/new">Register a bot</a>}>
      <Filters path="/bots" query={query} filters={FILTERS} />
      <Await result={bots}>
        {(all) => {
          const rows = all.bots ?? [];
          if (rows.length > 0) {
            return <Table caption="Bots" columns={botColumns} rows={rows} id={(b) => `${b.game}/${b.id}`} />;
          }
          if (asked.game || asked.name) return <Empty text="No bots match the filter." />;
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
