import { get } from '../api/client';
import { useFeed } from '../api/feed';
import type { FindingsStatus } from '../api/types';
import { useAsync } from '../lib/async';
import { typeset } from '../results/commits';
import { to } from '../results/links';
import { State } from '../results/tournamentstate';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';

const columns: readonly Column<FindingsStatus>[] = [
  {
    key: 'tournament',
    title: 'Tournament',
    by: (f) => f.tournament,
    cell: (f) => (
      <a class="why" href={to.tournament(f.tournament)}>
        {f.tournament}
      </a>
    ),
  },
  { key: 'kind', title: 'Kind', by: (f) => f.kind },
  { key: 'game', title: 'Game', by: (f) => f.game, cell: (f) => <a href={to.game(f.game)}>{f.game}</a> },
  { key: 'path', title: 'Bot', by: (f) => f.path, cell: (f) => <code>{f.path}</code> },
  {
    key: 'sentence',
    title: 'What it comes to',
    by: (f) => f.sentence,
    cell: (f) => <span class="why">{typeset(f.sentence)}</span>,
  },
  { key: 'state', title: 'State', by: (f) => f.state, cell: (f) => <State of={f.state} /> },
  { key: 'matches', title: 'Matches', numeric: true, by: (f) => f.matches },
  {
    key: 'changed',
    title: 'As of',
    numeric: true,
    by: (f) => Date.parse(f.changed_at),
    cell: (f) => <Ago at={f.changed_at} />,
  },
];

/** The searches for commits and the histories of bots, the latest first. */
export function FindingsPage() {
  const { version } = useFeed();
  const list = useAsync((signal) => get('/api/findings', {}, signal), [], version);
  return (
    <Page title="Bisects and histories" of={<a href="/tournaments">Tournaments</a>}>
      <p class="muted">
        A bisect finds the commit that made a bot weaker, a history says how strong a bot was after each of
        its commits. Both are commands that are typed in the repository of the bot.
      </p>
      <Await result={list}>
        {(all) =>
          (all.findings ?? []).length === 0 ? (
            <Empty
              text="No bisects or histories yet. To have this server play one:"
              type={`arbiter history domain v1.0.. --path bots/mine --server ${location.origin}`}
            />
          ) : (
            <Table
              caption="Bisects and histories"
              columns={columns}
              rows={all.findings ?? []}
              id={(f) => f.tournament}
            />
          )
        }
      </Await>
    </Page>
  );
}
