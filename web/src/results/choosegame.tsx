import { get } from '../api/client';
import type { Bot, Game } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate } from '../lib/router';
import { loadPreference, savePreference } from '../lib/storage';
import { address } from '../lib/url';
import { Field } from '../ui/form';
import { Await } from '../ui/page';

interface Props {
  path: string;
  query: URLSearchParams;
  children: (game: Game, bots: readonly Bot[]) => preact.ComponentChildren;
}

const GAME = 'game'; // the preference: the game that was chosen last

/** A selection of the game, stored in the URL, the last one by default, followed by a form that gets the game and its bots. */
export function ChooseGame({ path, query, children }: Props) {
  const games = useAsync((signal) => get('/api/games', {}, signal), []);
  const name = query.get('game') ?? loadPreference(GAME) ?? '';
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
                    onChange={(e) => {
                      savePreference(GAME, e.currentTarget.value);
                      navigate(address(path, { game: e.currentTarget.value }));
                    }}
                  >
                    <option value="">Select a game</option>
                    {all.games?.map((g) => (
                      <option key={g.name} value={g.name}>
                        {g.title}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            </div>
            {game && bots.data && children(game, bots.data.bots ?? [])}
          </>
        );
      }}
    </Await>
  );
}
