import { post } from '../api/client';
import type { Bot, Game } from '../api/types';
import { navigate, type PageProps } from '../lib/router';
import { BotField, BotList, useRatings } from '../results/botlist';
import { botHint, ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { RunsCode } from '../results/runscode';
import { StartField, startOf } from '../results/startfield';
import { Field, Form, type Values } from '../ui/form';
import { Page } from '../ui/page';

/** Starts a match and shows it live. */
export function NewMatch({ query }: PageProps) {
  return (
    <Page
      title="Play a match"
      of={<a href="/matches">Matches</a>}
      aside={<a href={`/play?${query}`}>Play yourself</a>}
    >
      <ChooseGame path="/matches/new" query={query}>
        {(game, bots) => <MatchForm game={game} bots={bots} query={query} />}
      </ChooseGame>
    </Page>
  );
}

interface Props {
  game: Game;
  bots: readonly Bot[];
  query: URLSearchParams;
}

function MatchForm({ game, bots, query }: Props) {
  const asked = query.getAll('bot');
  const ratings = useRatings(game.name);
  const send = async (v: Values) => {
    const first = v.number('first_ms');
    const turn = v.number('turn_ms');
    const match = await post(
      '/api/matches',
      {},
      {
        game: game.name,
        bots: v.lines('bots'),
        ...startOf(v),
        ...(first !== undefined && { first_ms: first }),
        ...(turn !== undefined && { turn_ms: turn }),
      },
    );
    navigate(to.match(match.id));
  };
  const seats = Array.from({ length: game.max_seats }, (_, i) => i);
  return (
    <Form submit="Play" needs="upload" send={send}>
      {(wrong) => (
        <>
          {seats.map((i) => (
            <BotField
              key={i}
              label={seats.length === 1 ? 'Bot' : `Seat ${i}`}
              hint={i === 0 ? botHint(game.name) : ''}
              error={wrong.bots}
              name="bots"
              bots={bots}
              ratings={ratings}
              defaultValue={asked[i] ?? ''}
              required={i < game.min_seats}
            />
          ))}
          <BotList bots={bots} game={game} />
          <StartField game={game} wrong={wrong} seed="1" />
          <div class="row">
            <Field
              label="First answer limit"
              hint={`In ms. Default: ${game.first_ms}. 0: no limit.`}
              error={wrong.first_ms}
            >
              {(a) => <input {...a} name="first_ms" type="number" min="0" />}
            </Field>
            <Field
              label="Answer limit"
              hint={`In ms. Default: ${game.turn_ms}. 0: no limit.`}
              error={wrong.turn_ms}
            >
              {(a) => <input {...a} name="turn_ms" type="number" min="0" />}
            </Field>
          </div>
          <RunsCode />
        </>
      )}
    </Form>
  );
}
