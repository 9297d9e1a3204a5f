import { useState } from 'preact/hooks';
import { post } from '../api/client';
import type { Bot, Game } from '../api/types';
import { PLAYABLE } from '../games';
import { navigate, type PageProps } from '../lib/router';
import { BotChoice, useChoices } from '../results/botchoice';
import { ME, suggestionOf } from '../results/choices';
import { ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { RunsCode } from '../results/runscode';
import { StartField, startOf } from '../results/startfield';
import { Advanced, Field, Form, type Values } from '../ui/form';
import { Page } from '../ui/page';

/** Plays a match: who has which seat, from which start. A person may have one of them. */
export function PlayPage({ query }: PageProps) {
  return (
    <Page title="Play">
      <ChooseGame path="/play" query={query}>
        {(game, bots) => <PlayForm key={game.name} game={game} bots={bots} query={query} />}
      </ChooseGame>
    </Page>
  );
}

interface Props {
  game: Game;
  bots: readonly Bot[];
  query: URLSearchParams; // fills in the bots, by seat, and the start
}

const SEEDS = 1_000_000;

function PlayForm({ game, bots, query }: Props) {
  const groups = useChoices(game, bots);
  const [seats, setSeats] = useState<readonly (string | undefined)[]>(() => seatsOf(game, query));
  const [seed] = useState(() => query.get('seed') ?? String(Math.floor(Math.random() * SEEDS)));
  const chosen = seats.map((bot, seat) => bot ?? suggestionOf(groups, seat));
  const me = chosen.indexOf(ME);
  const choose = (seat: number, bot: string) =>
    setSeats((all) =>
      all.map((b, i) => (i === seat ? bot : bot === ME && chosen[i] === ME ? suggestionOf(groups, i) : b)),
    );
  const send = async (v: Values) => navigate(await begun(game.name, v, me));
  return (
    <Form submit="Play" needs={me < 0 ? 'upload' : 'play'} send={send}>
      {(wrong) => (
        <>
          <div class="seat-choices">
            {chosen.map((bot, seat) => (
              <BotChoice
                key={seat}
                label={game.max_seats === 1 ? 'Bot' : `Seat ${seat}`}
                name="bots"
                game={game}
                groups={groups}
                error={wrongAt(wrong, seat, me)}
                value={bot}
                choose={(b) => choose(seat, b)}
                me={PLAYABLE.includes(game.name)}
              />
            ))}
          </div>
          {game.min_seats < game.max_seats && (
            <p class="actions">
              <button
                type="button"
                disabled={seats.length === game.max_seats}
                onClick={() => setSeats((all) => [...all, undefined])}
              >
                Add a seat
              </button>
              <button
                type="button"
                disabled={seats.length === game.min_seats}
                onClick={() => setSeats((all) => all.slice(0, -1))}
              >
                Remove a seat
              </button>
            </p>
          )}
          <StartField game={game} wrong={wrong} seed={seed} />
          <Advanced title="Time limits" wrong={wrong} of={['first_ms', 'turn_ms']}>
            <div class="row">
              <Field
                label="First answer, ms"
                hint={`Default: ${game.first_ms}. 0: no limit.`}
                error={wrong.first_ms}
              >
                {(a) => <input {...a} name="first_ms" type="number" min="0" />}
              </Field>
              <Field
                label="Later answers, ms"
                hint={`Default: ${game.turn_ms}. 0: no limit.`}
                error={wrong.turn_ms}
              >
                {(a) => <input {...a} name="turn_ms" type="number" min="0" />}
              </Field>
            </div>
          </Advanced>
          {me >= 0 && <p class="note">You have no time limit. The match counts in no leaderboard.</p>}
          <RunsCode />
        </>
      )}
    </Form>
  );
}

/** The bots that an address asks for, by seat; undefined where it does not. */
function seatsOf(game: Game, query: URLSearchParams): (string | undefined)[] {
  const asked = query.getAll('bot');
  const n = Math.min(game.max_seats, Math.max(game.min_seats, asked.length));
  return Array.from({ length: n }, (_, seat) => asked[seat] || undefined);
}

/** What the server said of the bot of a seat. In a match with a person it counts the others. */
function wrongAt(wrong: Readonly<Record<string, string>>, seat: number, me: number): string | undefined {
  if (seat === me) return undefined;
  const at = me >= 0 && seat > me ? seat - 1 : seat;
  const own = wrong[`bots[${at}]`];
  const first = at === 0 && !Object.keys(wrong).some((name) => name.startsWith('bots['));
  return own ?? (first ? wrong.bots : undefined);
}

/** Begins the match of the form, and returns the address of its page. */
async function begun(game: string, v: Values, me: number): Promise<string> {
  const bots = v.lines('bots');
  const common = { game, ...startOf(v), ...v.numbers('first_ms', 'turn_ms') };
  if (me < 0) return to.match((await post('/api/matches', {}, { ...common, bots })).id);
  const others = bots.filter((bot) => bot !== ME);
  return to.play((await post('/api/hands', {}, { ...common, seat: me, bots: others })).id);
}
