import { post } from '../api/client';
import type { Bot, Game } from '../api/types';
import { PLAYABLE } from '../games';
import { navigate, type PageProps } from '../lib/router';
import { ChooseGame, typedHint } from '../results/choosegame';
import { to } from '../results/links';
import { BotList, Field, Form, type Values } from '../ui/form';
import { Empty, Page } from '../ui/page';

/** Begins a match in which the reader has a seat. */
export function PlayPage({ query }: PageProps) {
  return (
    <Page title="Play yourself" of={<a href="/matches">Matches</a>}>
      <p>
        You take a seat against bots, with the moves that are legal shown on the board and all the time you
        like.
      </p>
      <ChooseGame path="/play" query={query}>
        {(game, bots) =>
          PLAYABLE.includes(game.name) ? (
            <PlayForm key={game.name} game={game} bots={bots} query={query} />
          ) : (
            <Empty
              text={`${game.title} is not played by hand: its answer is one document for the whole match. Write it to a file:`}
              type="arbiter score heropath test.json answer.json"
            />
          )
        }
      </ChooseGame>
    </Page>
  );
}

interface Props {
  game: Game;
  bots: readonly Bot[];
  query: URLSearchParams;
}

const SEEDS = 1_000_000;

function PlayForm({ game, bots, query }: Props) {
  const others = Array.from({ length: game.max_seats - 1 }, (_, i) => i);
  const asked = query.getAll('bot');
  const send = async (v: Values) => {
    const body = {
      game: game.name,
      seat: v.number('seat') ?? 0,
      bots: v.lines('bots'),
      seed: v.text('seed'),
    };
    const hand = await post('/api/hands', {}, body);
    navigate(to.play(hand.id));
  };
  return (
    <Form submit="Play" send={send}>
      {(wrong) => (
        <>
          {others.length > 0 && (
            <Field label="Your seat" error={wrong.seat}>
              {(a) => (
                <select {...a} name="seat" defaultValue={query.get('seat') ?? '0'}>
                  {[...others, others.length].map((i) => (
                    <option key={i} value={i}>
                      seat {i}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {others.map((i) => (
            <Field key={i} label="Opponent" hint={typedHint(game.name)} error={wrong.bots}>
              {(a) => (
                <input
                  {...a}
                  name="bots"
                  list="known-bots"
                  autocomplete="off"
                  defaultValue={asked[i] ?? `builtin:${game.name}/greedy`}
                  required
                />
              )}
            </Field>
          ))}
          <BotList id="known-bots" bots={bots} />
          <Field label="Seed" hint={game.seed} error={wrong.seed}>
            {(a) => (
              <input
                {...a}
                name="seed"
                inputmode="numeric"
                pattern="-?[0-9]+"
                defaultValue={query.get('seed') ?? String(Math.floor(Math.random() * SEEDS))}
                required
              />
            )}
          </Field>
          <p class="note">
            The match is kept with a replay when it is over, and counts in no leaderboard. Playing a bot runs
            its code on the server's machine, with the server's rights.
          </p>
        </>
      )}
    </Form>
  );
}
