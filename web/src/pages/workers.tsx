import { get } from '../api/client';
import type { BotAtHome, Worker } from '../api/types';
import { usePolled } from '../lib/polled';
import { WorkerActions } from '../results/workeractions';
import { workerColumns } from '../results/workercolumns';
import { Await, Empty, Page, Part } from '../ui/page';
import { type Column, Table } from '../ui/table';

const REFRESH_MS = 2000; // workers say how they are every second

/** The other machines that play for this server. */
export function WorkersPage() {
  const workers = usePolled(
    (signal) => get('/api/workers', {}, signal),
    [],
    (known) => (known?.enabled === false ? undefined : REFRESH_MS),
  );
  const columns: readonly Column<Worker>[] = [
    ...workerColumns,
    { key: 'actions', title: 'Actions', cell: (w) => <WorkerActions worker={w} changed={workers.again} /> },
  ];
  return (
    <Page title="Workers">
      <Await result={workers}>
        {(all) => {
          if (!all.enabled) {
            return (
              <Empty
                text="This server plays on its own machine only. To let other machines play, start it with a token for them:"
                type="arbiter serve --workers 0.0.0.0:4222 --queue-token-file queue.token"
              />
            );
          }
          return (
            <>
              {all.workers.length > 0 ? (
                <Table caption="Workers" columns={columns} rows={all.workers} id={(w) => w.name} />
              ) : (
                <Empty
                  text="No workers yet. To start one, on any machine:"
                  type="arbiter work nats://THIS-SERVER:4222 --queue-token-file queue.token"
                />
              )}
              {all.bots_at_home.length > 0 && (
                <Part title="Bots that play on this machine only">
                  <Table
                    caption="Bots that play on this machine only"
                    columns={atHome}
                    rows={all.bots_at_home}
                    id={(b) => b.digest}
                  />
                </Part>
              )}
            </>
          );
        }}
      </Await>
    </Page>
  );
}

const atHome: readonly Column<BotAtHome>[] = [
  { key: 'bot', title: 'Bot', by: (b) => b.bot },
  { key: 'why', title: 'Why', by: (b) => b.why },
];
