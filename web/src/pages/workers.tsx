import { useEffect, useState } from 'preact/hooks';
import { get } from '../api/client';
import type { Worker } from '../api/types';
import { useAsync } from '../lib/async';
import { WorkerActions } from '../results/workeractions';
import { workerColumns } from '../results/workercolumns';
import { Await, Empty, Page, Part } from '../ui/page';
import { type Column, Table } from '../ui/table';

const REFRESH_MS = 2000; // workers say how they are every second

/** The other machines that play for this server. */
export function WorkersPage() {
  const [version, setVersion] = useState(0);
  const again = () => setVersion((v) => v + 1);
  useEffect(() => {
    const timer = setInterval(again, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const workers = useAsync((signal) => get('/api/workers', {}, signal), [], version);
  const columns: readonly Column<Worker>[] = [
    ...workerColumns,
    { key: 'actions', title: 'Actions', cell: (w) => <WorkerActions worker={w} changed={again} /> },
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

const atHome: readonly Column<{ bot: string; digest: string; why: string }>[] = [
  { key: 'bot', title: 'Bot', by: (b) => b.bot, cell: (b) => b.bot },
  { key: 'why', title: 'Why', by: (b) => b.why, cell: (b) => b.why },
];
