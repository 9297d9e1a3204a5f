import { get, put } from '../api/client';
import { useFeed } from '../api/feed';
import type { Game, LadderStatus } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { address } from '../lib/url';
import { ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { SeatsField } from '../results/seatsfield';
import { State } from '../results/tournamentstate';
import { Field, Form, type Values } from '../ui/form';
import { Await, Empty, Page } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';

const columns: readonly Column<LadderStatus>[] = [
  { key: 'name', title: 'Ladder', by: (l) => l.name, cell: (l) => <a href={to.ladder(l.name)}>{l.name}</a> },
  { key: 'game', title: 'Game', by: (l) => l.game, cell: (l) => <a href={to.game(l.game)}>{l.game}</a> },
  { key: 'state', title: 'State', by: (l) => l.state, cell: (l) => <State of={l.state} /> },
  { key: 'matches', title: 'Matches', numeric: true, by: (l) => l.matches },
  {
    key: 'created',
    title: 'Created',
    numeric: true,
    by: (l) => Date.parse(l.created_at),
    cell: (l) => <Ago at={l.created_at} />,
  },
];

/** The ladders that never close. */
export function LaddersPage({ query }: PageProps) {
  const { version } = useFeed();
  const ladders = useAsync((signal) => get('/api/ladders', {}, signal), [], version);
  return (
    <Page title="Ladders">
      <p class="muted">A ladder never ends. Bots enter, change and leave while it plays in idle time.</p>
      <details class="fold" open={query.size > 0}>
        <summary>New ladder</summary>
        <ChooseGame path="/ladders" query={query}>
          {(game) => <LadderForm game={game} bot={query.get('bot') ?? ''} />}
        </ChooseGame>
      </details>
      <Await result={ladders}>
        {(all) =>
          (all.ladders ?? []).length === 0 ? (
            <Empty
              text="No ladders yet. Open one here, or enter every version that you save with:"
              type={`arbiter ladder domain --watch bots --server ${location.origin}`}
            />
          ) : (
            <Table caption="Ladders" columns={columns} rows={all.ladders ?? []} id={(l) => l.name} />
          )
        }
      </Await>
    </Page>
  );
}

/** Opens a ladder. Bots enter it on its own page. */
function LadderForm({ game, bot }: { game: Game; bot: string }) {
  const send = async (v: Values) => {
    const name = v.text('name');
    await put('/api/ladders/{ladder}', { ladder: name }, { game: game.name, seats: v.number('seats') });
    navigate(address(to.ladder(name), { bot }));
  };
  return (
    <Form submit="Open" send={send}>
      {(wrong) => (
        <>
          <Field label="Name" hint="It plays as soon as two bots have entered." error={wrong.name}>
            {(a) => (
              <input
                {...a}
                key={game.name}
                name="name"
                required
                maxLength={100}
                defaultValue={`${game.name}-open`}
              />
            )}
          </Field>
          <SeatsField game={game} more="groups of bots meet" error={wrong.seats} />
        </>
      )}
    </Form>
  );
}
