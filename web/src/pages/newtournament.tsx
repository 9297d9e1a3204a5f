import { useEffect, useRef, useState } from 'preact/hooks';
import { get, post } from '../api/client';
import { FORMATS } from '../api/lists.gen';
import type { Bot, Game, Plan, TournamentPlan } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { Anchor } from '../results/anchor';
import { BookField } from '../results/bookfield';
import { BotChoices, useChoices } from '../results/botchoice';
import { ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { SeatsField } from '../results/seatsfield';
import { Advanced, Field, Form, suggested, Values } from '../ui/form';
import { duration } from '../ui/format';
import { Page } from '../ui/page';

type Format = NonNullable<Plan['format']>;

/** Creates a tournament. */
export function NewTournament({ query }: PageProps) {
  return (
    <Page title="New tournament" of={<a href="/tournaments">Tournaments</a>}>
      <ChooseGame path="/tournaments/new" query={query}>
        {(game, bots) => <TournamentForm game={game} bots={bots} entered={query.getAll('bot')} />}
      </ChooseGame>
    </Page>
  );
}

interface Props {
  game: Game;
  bots: readonly Bot[];
  entered: readonly string[]; // bots that are entered from the start
}

function TournamentForm({ game, bots, entered }: Props) {
  const [name, setFormat] = useState('round-robin');
  const [picked, setPicked] = useState<readonly string[]>(entered);
  const groups = useChoices(game, bots);
  const format = FORMATS.find((f) => f.name === name);
  const send = async (v: Values) => {
    const t = await post('/api/tournaments', {}, planOf(game.name, v));
    navigate(to.tournament(t.id));
  };
  return (
    <Form submit="Create" send={send}>
      {(wrong) => (
        <>
          <Field label="Name" hint="Used in the URL; cannot be changed later." error={wrong.name}>
            {(a) => <input {...a} name="name" required maxLength={200} defaultValue={suggested(game.name)} />}
          </Field>
          <Field label="Format" hint={format?.about} error={wrong.format}>
            {(a) => (
              <select {...a} name="format" value={name} onChange={(e) => setFormat(e.currentTarget.value)}>
                {FORMATS.map((f) => (
                  <option key={f.name}>{f.name}</option>
                ))}
              </select>
            )}
          </Field>
          <BotChoices
            label="Bots"
            name="bots"
            game={game}
            groups={groups}
            error={wrong.bots}
            entered={entered}
            changed={setPicked}
          />
          <div class="row">
            {game.openings ? (
              <Field
                label="Openings"
                hint={`1 to ${game.openings}: starts of the game, the official one first.`}
                error={wrong.openings}
              >
                {(a) => (
                  <input {...a} name="openings" type="number" min="1" max={game.openings} defaultValue="10" />
                )}
              </Field>
            ) : (
              <Field label="Seeds" hint="e.g. 1..60 or 1,5,9..12." error={wrong.seeds}>
                {(a) => <input {...a} name="seeds" defaultValue="1..10" />}
              </Field>
            )}
            <SeatsField game={game} more="groups of bots meet" error={wrong.seats} />
            {format?.options.map((o) => (
              <Field key={o.name} label={o.title} hint={o.about} error={wrong[o.name]}>
                {(a) => (
                  <input
                    {...a}
                    name={o.name}
                    type="number"
                    min={o.least}
                    defaultValue={o.default === 0 ? undefined : o.default}
                  />
                )}
              </Field>
            ))}
          </div>
          <Advanced wrong={wrong} of={['book', 'games', 'anchor']}>
            <div class="row">
              <BookField game={game} error={wrong.book} />
              <Field label="Starts per pairing" hint="Default: all." error={wrong.games}>
                {(a) => <input {...a} name="games" type="number" min="0" />}
              </Field>
            </div>
            <Anchor bots={picked} error={wrong.anchor} />
            <label class="check">
              <input type="checkbox" name="slow_workers" /> Slow workers may play
            </label>
          </Advanced>
          <label class="check">
            <input type="checkbox" name="start" defaultChecked /> Start immediately
          </label>
          <Forecast game={game} format={name} bots={picked.length} />
        </>
      )}
    </Form>
  );
}

/** How many matches the tournament of the form has, and how long they take. */
function Forecast({ game, format, bots }: { game: Game; format: string; bots: number }) {
  const here = useRef<HTMLParagraphElement>(null);
  const [asked, setAsked] = useState<ReturnType<typeof queryOf>>();
  useEffect(() => {
    const form = here.current!.closest('form')!;
    const read = () => setAsked(queryOf(planOf(game.name, new Values(new FormData(form)))));
    read();
    form.addEventListener('change', read);
    return () => form.removeEventListener('change', read);
  }, [game.name, format]); // whose fields are there after it was chosen
  const enough = bots >= (game.max_seats === 1 ? 1 : 2);
  const plan = useAsync(
    async (signal) => (asked && enough ? get('/api/tournament-plan', { ...asked, bots }, signal) : undefined),
    [JSON.stringify(asked), bots],
  );
  const last = useRef<TournamentPlan | undefined>(undefined); // stays while another one is asked for, so that nothing below moves
  last.current = plan.data ?? (plan.error ? undefined : last.current);
  return (
    <p ref={here} class="note" role="status">
      {enough ? last.current && forecast(last.current) : 'Pick bots to see how many matches they play.'}
    </p>
  );
}

/** The part of a plan that its number of matches follows from. */
function queryOf({ game, format, seats, seeds, book, openings, games, rounds, challengers }: Plan) {
  return { game, format, seats, seeds, book, openings, games, rounds, challengers };
}

/** A forecast in words. */
export function forecast({ matches, exact, match_ms }: TournamentPlan): string {
  if (matches === 0) return 'It plays on until it is paused.';
  const time = match_ms ? `, about ${duration(matches * match_ms)}` : '';
  return `${exact ? '' : 'About '}${matches} ${matches === 1 ? 'match' : 'matches'}${time}.`;
}

/** The request body of the form. */
export function planOf(game: string, v: Values): Plan {
  const numbers = ['games', 'seats', ...FORMATS.flatMap((f) => f.options.map((o) => o.name))];
  const plan: Plan = {
    name: v.text('name'),
    game,
    format: v.text('format') as Format,
    bots: v.lines('bots'),
    ...startsOf(v),
    start: v.checked('start'),
  };
  if (v.text('anchor')) plan.anchor = v.text('anchor');
  if (v.checked('slow_workers')) plan.slow_workers = true;
  for (const name of numbers) {
    const n = v.number(name);
    if (n !== undefined) Object.assign(plan, { [name]: n });
  }
  return plan;
}

/** The starts of the form: those of a book, or what the form of the game has besides. */
function startsOf(v: Values): Pick<Plan, 'book' | 'openings' | 'seeds'> {
  const openings = v.number('openings');
  if (v.text('book')) return { book: v.text('book') };
  return openings === undefined ? { seeds: v.text('seeds') } : { openings };
}
