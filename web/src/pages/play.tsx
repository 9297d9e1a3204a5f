import { post } from '../api/client';
import type { Bot, Game } from '../api/types';
import { PLAYABLE } from '../games';
import { navigate, type PageProps } from '../lib/router';
import { BotField, BotList, useRatings } from '../results/botlist';
import { botHint, ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { RunsCode } from '../results/runscode';
import { StartField, startOf } from '../results/startfield';
import { Field, Form, type Values } from '../ui/form';
import { Empty, Page } from '../ui/page';

/** Starts a match with a human seat. */
export function PlayPage({ query }: PageProps) {
  return (
    <Page title="Play yourself" of={<a href="/matches">Matches</a>}>
      <p>Play against bots without a time limit. The board shows your legal moves.</p>
      <ChooseGame path="/play" query={query} only={PLAYABLE}>
        {(game, bots) =>
          PLAYABLE.includes(game.name) ? (
            <PlayForm key={game.name} game={game} bots={bots} query={query} />
          ) : (
            <Empty
              text={`${game.title} cannot be played in the browser: its answer is one document for the whole match. To score an answer file:`}
              type="arbiter play heropath --test test.json --score answer.json"
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
  const ratings = useRatings(game.name);
  const send = async (v: Values) => {
    const body = {
      game: game.name,
      seat: v.number('seat') ?? 0,
      bots: v.lines('bots'),
      ...startOf(v),
    };
    const human = await post('/api/hands', {}, body);
    navigate(to.play(human.id));
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
                      Seat {i}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {others.map((i) => (
            <BotField
              key={i}
              label="Opponent"
              hint={botHint(game.name)}
              error={wrong.bots}
              name="bots"
              bots={bots}
              ratings={ratings}
              defaultValue={asked[i] ?? `builtin:${game.name}/greedy`}
              required
            />
          ))}
          <BotList bots={bots} game={game} />
          <StartField
            game={game}
            wrong={wrong}
            seed={query.get('seed') ?? String(Math.floor(Math.random() * SEEDS))}
          />
          <p class="note">
            The finished match is stored with its replay and does not count in any leaderboard.
          </p>
          <RunsCode />
        </>
      )}
    </Form>
  );
}
