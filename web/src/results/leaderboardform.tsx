import { put } from '../api/client';
import type { Bot, Game, Leaderboard } from '../api/types';
import { navigate } from '../lib/router';
import { Field, Form, type Values } from '../ui/form';
import { Anchor } from './anchor';
import { type Counted, CountedFields, countedOf } from './counted';
import { FilterHelp } from './filterhelp';
import { to } from './links';

interface Props {
  game: Game;
  bots: readonly Bot[];
  known: Counted & Pick<Leaderboard, 'filter' | 'anchor'> & { name?: string };
}

/** Saves a choice of the matches of a game as a leaderboard, or changes one; its name and game are fixed. */
export function LeaderboardForm({ game, bots, known }: Props) {
  const send = async (v: Values) => {
    const name = known.name ?? v.text('name');
    const body = {
      game: game.name,
      filter: v.text('filter'),
      anchor: v.text('anchor'),
      ...countedOf(v),
    };
    await put('/api/leaderboards/{name}', { name }, body);
    navigate(to.leaderboard(name));
  };
  return (
    <Form submit="Save" send={send}>
      {(wrong) => (
        <>
          {known.name === undefined && (
            <Field
              label="Name"
              hint="Used in the URL. An existing leaderboard with this name is replaced."
              error={wrong.name}
            >
              {(a) => <input {...a} name="name" required maxLength={100} />}
            </Field>
          )}
          <CountedFields game={game.name} known={known} wrong={wrong} />
          <Field label="Match filter" hint="Comma-separated conditions. Default: none." error={wrong.filter}>
            {(a) => (
              <input
                {...a}
                name="filter"
                class="mono"
                maxLength={1000}
                defaultValue={known.filter}
                autocomplete="off"
              />
            )}
          </Field>
          <FilterHelp game={game.name} />
          <Anchor bots={bots.map((b) => b.id)} defaultValue={known.anchor} error={wrong.anchor} />
        </>
      )}
    </Form>
  );
}
