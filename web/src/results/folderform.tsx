import { useState } from 'preact/hooks';
import type { Bot, Game, RequestBody } from '../api/types';
import { navigate } from '../lib/router';
import { loadPreference, savePreference } from '../lib/storage';
import { address } from '../lib/url';
import { Field, Form, type Values } from '../ui/form';
import { BotChoice, useChoices } from './botchoice';
import { suggestionOf } from './choices';
import { StartField } from './startfield';

/** What is played after each save, as the address has it. */
const FIELDS = ['watch', 'against', 'seat', 'seed', 'opening'] as const;

type Fields = Partial<Record<(typeof FIELDS)[number], string>>;

const keyOf = (game: Game) => `watch.${game.name}`;

/** What was played last in the game, which the form offers again. */
function lastOf(game: Game): Fields {
  return Object.fromEntries(new URLSearchParams(loadPreference(keyOf(game)) ?? ''));
}

/** The match that an address asks to be played after each save; undefined where it names no folder. */
export function watchedOf(game: Game, query: URLSearchParams): RequestBody<'/api/rerun', 'post'> | undefined {
  const folder = query.get('watch');
  if (!folder) return undefined;
  const bots = Array.from({ length: game.min_seats }, () => query.get('against') ?? '');
  bots[Math.min(Number(query.get('seat') ?? 0), bots.length - 1)] = folder;
  const opening = Number(query.get('opening') ?? 0);
  return { game: game.name, bots, ...(opening > 0 ? { opening } : { seed: query.get('seed') ?? '1' }) };
}

/** Asks for a folder, and for whom its bot meets from which start after each save. */
export function FolderForm({ game, bots }: { game: Game; bots: readonly Bot[] }) {
  const groups = useChoices(game, bots);
  const [last] = useState(() => lastOf(game));
  const [against, setAgainst] = useState(last.against);
  const send = async (v: Values) => {
    const query = Object.fromEntries(FIELDS.flatMap((f) => (v.text(f) ? [[f, v.text(f)]] : [])));
    savePreference(keyOf(game), String(new URLSearchParams(query)));
    navigate(address('/bots/new', { game: game.name, ...query }));
  };
  return (
    <Form submit="Play on every save" needs="admin" send={send}>
      {(wrong) => (
        <>
          <Field
            label="Folder"
            hint="On the server's machine: a folder with bot.toml, or a source file."
            error={wrong.watch}
          >
            {(a) => (
              <input
                {...a}
                name="watch"
                required
                maxLength={1000}
                autocomplete="off"
                placeholder="./mybot"
                defaultValue={last.watch}
              />
            )}
          </Field>
          {game.min_seats > 1 && (
            <>
              <Field label="Its seat" error={wrong.seat}>
                {(a) => (
                  <select {...a} name="seat" defaultValue={last.seat ?? '0'}>
                    {Array.from({ length: game.min_seats }, (_, seat) => (
                      <option key={seat} value={seat}>
                        {seat}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <BotChoice
                label="Opponent"
                name="against"
                game={game}
                groups={groups}
                error={wrong.against}
                value={against ?? suggestionOf(groups, 1)}
                choose={setAgainst}
              />
            </>
          )}
          <StartField game={game} wrong={wrong} seed={last.seed ?? '1'} opening={last.opening} />
        </>
      )}
    </Form>
  );
}
