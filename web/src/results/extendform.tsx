import { useState } from 'preact/hooks';
import { get, post } from '../api/client';
import type { Tournament, Wanted } from '../api/types';
import { useReading } from '../lib/async';
import { BotList, Field, Form, type Values } from '../ui/form';
import { typedHint } from './choosegame';

type Longer = Wanted<'/api/tournaments/{tournament}/extend', 'post'>;

/** What is to be done for the new matches to be played. */
const TO_PLAY: Partial<Record<Tournament['state'], string>> = {
  idle: ' Start it to play them.',
  paused: ' Resume it to play them.',
  failed: ' Resume it to play them.',
};

/** A form that makes a tournament longer. One whose rounds follow from the results grows only by rounds. */
export function Extend({ tournament: t }: { tournament: Tournament }) {
  const [done, setDone] = useState<Tournament | null>(null);
  const send = async (v: Values) => {
    setDone(await post('/api/tournaments/{tournament}/extend', { tournament: t.id }, longerOf(v)));
  };
  if (t.format === 'knockout') return <p class="muted">A knockout has the length that its bots give it.</p>;
  const byRounds = t.format === 'swiss' || t.format === 'ladder';
  return (
    <Form key={done?.total} submit="Make it longer" send={send}>
      {(wrong) => (
        <>
          {byRounds ? (
            <Field
              label="Rounds"
              hint={t.rounds > 0 ? `In all; now ${t.rounds}.` : 'In all; now the choice of the format.'}
              error={wrong.rounds}
            >
              {(a) => <input {...a} name="rounds" type="number" min={Math.max(1, t.rounds)} required />}
            </Field>
          ) : (
            <Entries tournament={t} wrong={wrong} />
          )}
          {done && (
            <p role="status">
              It has {done.total} matches now.{TO_PLAY[done.state]}
            </p>
          )}
        </>
      )}
    </Form>
  );
}

/** Seeds, games and bots, by which a schedule that is known from the start grows. */
function Entries({
  tournament: t,
  wrong,
}: {
  tournament: Tournament;
  wrong: Readonly<Record<string, string>>;
}) {
  const bots = useReading((signal) => get('/api/bots', { game: t.game }, signal), [t.game]);
  const last = t.starts?.at(-1)?.name;
  return (
    <>
      <Field
        label="More seeds"
        hint={`Such as 61..100, or the name of a seed set.${last ? ` The last one of now is ${last}.` : ''}`}
        error={wrong.seeds ?? wrong.starts}
      >
        {(a) => <input {...a} name="seeds" autocomplete="off" />}
      </Field>
      <Field label="More bots, one a line" hint={typedHint(t.game)} error={wrong.bots}>
        {(a) => <textarea {...a} name="bots" rows={2} />}
      </Field>
      <BotList id="known-bots" bots={bots.data?.bots ?? []} />
      {t.games > 0 && (
        <Field label="Starts for each pair" hint={`In all; now ${t.games}.`} error={wrong.games}>
          {(a) => <input {...a} name="games" type="number" min={t.games} />}
        </Field>
      )}
    </>
  );
}

/** What the form says as the API wants it. */
function longerOf(v: Values): Longer {
  const longer: Longer = { bots: v.lines('bots') };
  if (v.text('seeds')) longer.seeds = v.text('seeds');
  const games = v.number('games');
  const rounds = v.number('rounds');
  if (games !== undefined) longer.games = games;
  if (rounds !== undefined) longer.rounds = rounds;
  return longer;
}
