import { useState } from 'preact/hooks';
import { get, post } from '../api/client';
import { FORMATS } from '../api/lists.gen';
import type { Bot, Game, RequestBody, Tournament } from '../api/types';
import { useAsync } from '../lib/async';
import { Field, Form, type Values } from '../ui/form';
import { BotChoices, useChoices } from './botchoice';

type Longer = RequestBody<'/api/tournaments/{tournament}/extend', 'post'>;

/** The action that is needed before the new matches are played. */
const TO_PLAY: Partial<Record<Tournament['state'], string>> = {
  idle: ' Start it to play the new ones.',
  paused: ' Resume it to play the new ones.',
  failed: ' Resume it to play the new ones.',
};

/** A form that extends a tournament. Formats that pair by results can only add rounds, where they have that option. */
export function Extend({ tournament: t }: { tournament: Tournament }) {
  const [done, setDone] = useState<Tournament | null>(null);
  const send = async (v: Values) => {
    setDone(await post('/api/tournaments/{tournament}/extend', { tournament: t.id }, longerOf(v)));
  };
  const format = FORMATS.find((f) => f.name === t.format);
  const byRounds = format?.options.some((o) => o.name === 'rounds');
  if (format && !format.fixed && !byRounds)
    return (
      <p class="muted">
        A {t.format} tournament cannot be extended: its length follows from the number of bots.
      </p>
    );
  return (
    <Form key={done?.total} submit="Extend" thing={t} send={send}>
      {(wrong) => (
        <>
          {byRounds ? (
            <Field
              label="Rounds"
              hint={t.rounds > 0 ? `Total; currently ${t.rounds}.` : 'Total; currently chosen by the format.'}
              error={wrong.rounds}
            >
              {(a) => <input {...a} name="rounds" type="number" min={Math.max(1, t.rounds)} required />}
            </Field>
          ) : (
            <Entries
              tournament={t}
              wrong={{ seeds: wrong.seeds ?? wrong.starts, bots: wrong.bots, games: wrong.games }}
            />
          )}
          {done && (
            <p role="status">
              The tournament now has {done.total} matches.{TO_PLAY[done.state]}
            </p>
          )}
        </>
      )}
    </Form>
  );
}

interface EntriesProps {
  tournament: Tournament;
  wrong: Record<'seeds' | 'bots' | 'games', string | undefined>;
}

/** Seeds, games and bots to add, for formats whose schedule is known in advance. */
function Entries({ tournament: t, wrong }: EntriesProps) {
  const known = useAsync(
    async (signal) => {
      const [game, { bots }] = await Promise.all([
        get('/api/games/{game}', { game: t.game }, signal),
        get('/api/bots', { game: t.game }, signal),
      ]);
      return { game, bots: bots ?? [] };
    },
    [t.game],
  );
  const last = lastStart(t);
  return (
    <>
      {known.data && !known.data.game.openings && (
        <Field
          label="Additional seeds"
          hint={`e.g. 61..100.${last ? ` The last one so far is ${last}.` : ''}`}
          error={wrong.seeds}
        >
          {(a) => <input {...a} name="seeds" autocomplete="off" />}
        </Field>
      )}
      {known.data && <MoreBots game={known.data.game} bots={known.data.bots} error={wrong.bots} />}
      {t.games > 0 && (
        <Field label="Starts per pairing" hint={`Total; currently ${t.games}.`} error={wrong.games}>
          {(a) => <input {...a} name="games" type="number" min={t.games} />}
        </Field>
      )}
    </>
  );
}

function MoreBots({ game, bots, error }: { game: Game; bots: readonly Bot[]; error: string | undefined }) {
  return (
    <BotChoices
      label="Additional bots"
      name="bots"
      game={game}
      groups={useChoices(game, bots)}
      error={error}
      entered={[]}
      optional
    />
  );
}

/** The name of the last start; empty when the server lists only the first ones of many. */
export function lastStart({ starts, start_count }: Pick<Tournament, 'starts' | 'start_count'>): string {
  return starts?.length === start_count ? (starts.at(-1)?.name ?? '') : '';
}

/** The request body of the form. */
function longerOf(v: Values): Longer {
  const longer: Longer = { bots: v.lines('bots') };
  if (v.text('seeds')) longer.seeds = v.text('seeds');
  const games = v.number('games');
  const rounds = v.number('rounds');
  if (games !== undefined) longer.games = games;
  if (rounds !== undefined) longer.rounds = rounds;
  return longer;
}
