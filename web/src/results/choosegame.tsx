import { get } from '../api/client';
import type { Bot, Game } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate } from '../lib/router';
import { address } from '../lib/url';
import { Field } from '../ui/form';
import { Await } from '../ui/page';

interface Props {
  path: string;
  query: URLSearchParams;
  only?: readonly string[]; // the games that are offered; without it all
  children: (game: Game, bots: readonly Bot[]) => preact.ComponentChildren;
}

/** A selection of the game, stored in the URL, followed by a form that gets the game and its bots. */
export function ChooseGame({ path, query, only, children }: Props) {
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const name = query.get('game') ?? '';
  const bots = useAsync((signal) => get('/api/bots', { game: name }, signal), [name]);
  return (
    <Await result={games}>
      {(all) => {
        const game = all.games?.find((g) => g.name === name);
        return (
          <>
            <div class="form">
              <Field label="Game">
                {(a) => (
                  <select
                    {...a}
                    value={name}
                    onChange={(e) => navigate(address(path, { game: e.currentTarget.value }))}
                  >
                    <option value="">Select a game</option>
                    {all.games
                      ?.filter((g) => !only || only.includes(g.name) || g.name === name)
                      .map((g) => (
                        <option key={g.name} value={g.name}>
                          {g.title}
                        </option>
                      ))}
                  </select>
                )}
              </Field>
            </div>
            {game && children(game, bots.data?.bots ?? [])}
          </>
        );
      }}
    </Await>
  );
}

/** The hint of a field for a bot specification. */
export function botHint(game: string): string {
  return `A name or ID of a bot, a folder with bot.toml, an executable, a quoted command line, or a builtin, e.g. builtin:${game}/greedy.`;
}
