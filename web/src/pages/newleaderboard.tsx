import { get, put } from '../api/client';
import type { Bot, Game, Leaderboard } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { BotInput, BotList } from '../results/botlist';
import { ChooseGame } from '../results/choosegame';
import { ALL_TOURNAMENTS, type Counted, CountedFields, countedOf } from '../results/counted';
import { FilterHelp } from '../results/filterhelp';
import { to } from '../results/links';
import { Field, Form, type Values } from '../ui/form';
import { Await, Page } from '../ui/page';

/** Saves a choice of the matches of a game as a leaderboard. The query of the URL fills in the form. */
export function NewLeaderboard({ query }: PageProps) {
  const known = {
    ...ALL_TOURNAMENTS,
    filter: query.get('filter') ?? '',
    anchor: query.get('anchor') ?? '',
  };
  return (
    <Page title="New leaderboard" of={<a href="/games">Games</a>}>
      <ChooseGame path="/leaderboards/new" query={query}>
        {(game, bots) => <LeaderboardForm game={game} bots={bots} known={known} />}
      </ChooseGame>
    </Page>
  );
}

/** Changes what a saved leaderboard counts, and its anchor; its name and game are fixed. */
export function EditLeaderboard({ params }: PageProps) {
  const name = params.name!;
  const known = useAsync(
    async (signal) => {
      const all = await get('/api/leaderboards', {}, signal);
      const board = all.leaderboards?.find((l) => l.name === name);
      if (!board) throw new Error(`no leaderboard ${name}`);
      const [game, bots] = await Promise.all([
        get('/api/games/{game}', { game: board.game }, signal),
        get('/api/bots', { game: board.game }, signal),
      ]);
      return { board, game, bots: bots.bots ?? [] };
    },
    [name],
  );
  return (
    <Page title={`Edit ${name}`} of={<a href={to.leaderboard(name)}>{name}</a>}>
      <Await result={known}>{(k) => <LeaderboardForm game={k.game} bots={k.bots} known={k.board} />}</Await>
    </Page>
  );
}

interface Props {
  game: Game;
  bots: readonly Bot[];
  known: Counted & Pick<Leaderboard, 'filter' | 'anchor'> & { name?: string };
}

function LeaderboardForm({ game, bots, known }: Props) {
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
          <Field
            label="Anchor (Elo 0)"
            hint="The name or ID of a bot. Default: the mean of all bots."
            error={wrong.anchor}
          >
            {(a) => <BotInput {...a} name="anchor" defaultValue={known.anchor} />}
          </Field>
          <BotList bots={bots} game={game} />
        </>
      )}
    </Form>
  );
}
