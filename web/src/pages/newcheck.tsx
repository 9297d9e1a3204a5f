import { useState } from 'preact/hooks';
import { get, post } from '../api/client';
import type { Bot, CheckPlan, Game, RequestBody } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate, type PageProps } from '../lib/router';
import { BookField } from '../results/bookfield';
import { BotChoice, useChoices } from '../results/botchoice';
import { MY, suggestionOf } from '../results/choices';
import { ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { RunsCode } from '../results/runscode';
import { SeatsField } from '../results/seatsfield';
import { Advanced, Field, Form, suggested, type Values } from '../ui/form';
import { duration } from '../ui/format';
import { Page } from '../ui/page';

/** Starts a check of a candidate against a baseline. */
export function NewCheck({ query }: PageProps) {
  return (
    <Page title="New check" of={<a href="/experiments">Experiments</a>}>
      <ChooseGame path="/checks/new" query={query}>
        {(game, bots) => <CheckForm game={game} bots={bots} query={query} />}
      </ChooseGame>
    </Page>
  );
}

interface Props {
  game: Game;
  bots: readonly Bot[];
  query: URLSearchParams; // fills in the bots
}

function CheckForm({ game, bots, query }: Props) {
  const solo = game.max_seats === 1;
  const [by, setBy] = useState<By>('wins');
  const [question, setQuestion] = useState<Question>('loss');
  const [seats, setSeats] = useState<number>(); // undefined: as many as the server chooses
  const plan = useAsync(
    (signal) => get('/api/check-plan', { game: game.name, by, seats, ...QUESTIONS[question].asks }, signal),
    [game.name, by, seats, question],
  );
  const asks = plan.data?.question;
  const groups = useChoices(game, bots);
  const mine = groups.find((g) => g.title === MY)?.choices ?? [];
  const [candidate, setCandidate] = useState(query.get('candidate') ?? undefined);
  const [baseline, setBaseline] = useState(query.get('baseline') ?? undefined);
  const send = async (v: Values) => {
    const check = await post('/api/checks', {}, requestOf(game.name, v));
    navigate(to.check(check.tournament.id));
  };
  return (
    <Form submit="Start" send={send}>
      {(wrong) => (
        <>
          <Field label="Name" hint="Used in the URL." error={wrong.name}>
            {(a) => (
              <input
                {...a}
                name="name"
                required
                maxLength={200}
                defaultValue={suggested(`check-${game.name}`)}
              />
            )}
          </Field>
          <div class="seat-choices">
            <BotChoice
              label="Candidate, the new bot"
              name="candidate"
              game={game}
              groups={groups}
              error={wrong.candidate}
              value={candidate ?? suggestionOf(groups, 0)}
              choose={setCandidate}
            />
            <BotChoice
              label="Baseline, the old bot"
              name="baseline"
              game={game}
              groups={groups}
              error={wrong.baseline}
              value={baseline ?? mine[1]?.value ?? suggestionOf(groups, 1)}
              choose={setBaseline}
            />
          </div>
          <SeatsField
            game={game}
            more="the baseline has all seats but one"
            error={wrong.seats}
            choose={setSeats}
          />
          {solo && (
            <Field label="Compare by" hint={ABOUT[by]} error={wrong.by}>
              {(a) => (
                <select {...a} name="by" value={by} onChange={(e) => setBy(e.currentTarget.value as By)}>
                  <option value="wins">wins</option>
                  <option value="score">score</option>
                </select>
              )}
            </Field>
          )}
          {by === 'score' ? (
            <Field
              label="Margin"
              hint="Points by which the candidate's mean score may be lower."
              error={wrong.margin}
            >
              {(a) => <input {...a} name="margin" type="number" step="any" min="0" required />}
            </Field>
          ) : (
            <>
              <Field label="Question" hint={QUESTIONS[question].about} error={undefined}>
                {(a) => (
                  <select
                    {...a}
                    name="question"
                    value={question}
                    onChange={(e) => setQuestion(e.currentTarget.value as Question)}
                  >
                    {Object.entries(QUESTIONS).map(([key, { title }]) => (
                      <option key={key} value={key}>
                        {title}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              {plan.data && <Forecasts plan={plan.data} />}
              {!plan.data && !plan.error && <p class="muted waiting">Loading …</p>}
            </>
          )}
          <Advanced wrong={wrong} of={['elo0', 'elo1', 'max_games', 'seeds', 'book']}>
            <div class="row">
              {by === 'wins' && (
                <>
                  <Field label="Refused at, Elo" hint="This much, or less." error={wrong.elo0}>
                    {(a) => (
                      <input
                        {...a}
                        name="elo0"
                        type="number"
                        step="any"
                        placeholder={asks && String(asks.elo0)}
                      />
                    )}
                  </Field>
                  <Field label="Passes at, Elo" hint="This much, or more." error={wrong.elo1}>
                    {(a) => (
                      <input
                        {...a}
                        name="elo1"
                        type="number"
                        step="any"
                        placeholder={asks && String(asks.elo1)}
                      />
                    )}
                  </Field>
                </>
              )}
              <Field label="Match limit" hint="Not proven when reached." error={wrong.max_games}>
                {(a) => (
                  <input
                    {...a}
                    name="max_games"
                    type="number"
                    min="2"
                    placeholder={asks && String(2 * asks.cap)}
                  />
                )}
              </Field>
            </div>
            {!game.openings && (
              <Field label="Seeds" hint="e.g. 1..60." error={wrong.seeds}>
                {(a) => <input {...a} name="seeds" autocomplete="off" placeholder="fresh starts" />}
              </Field>
            )}
            <BookField game={game} error={wrong.book} />
          </Advanced>
          <RunsCode />
        </>
      )}
    </Form>
  );
}

/** How good the candidate of a forecast is. */
function strengthOf({ candidate, elo }: { candidate: string; elo: number }): string {
  return candidate === 'equal' ? candidate : `${Math.abs(elo)} Elo ${elo < 0 ? 'weaker' : 'stronger'}`;
}

/** How many starts a check takes, and how long they do. */
function Forecasts({ plan }: { plan: CheckPlan }) {
  const unit = plan.unit === 'pair' && plan.start_matches === 2 ? 'pairs' : 'starts';
  const time = (starts: number) =>
    plan.match_ms ? `, ${duration(starts * plan.start_matches * plan.match_ms)},` : '';
  return (
    <ul class="note">
      {plan.note && <li>{plan.note}</li>}
      {(plan.forecasts ?? []).map((f) => (
        <li key={f.candidate}>
          {`About ${Math.round(f.mean)} ${unit}${time(f.mean)} if the candidate is ${strengthOf(f)} (95 of 100 checks: at most ${f.p95}).`}
        </li>
      ))}
    </ul>
  );
}

type By = 'wins' | 'score';

type Question = 'large' | 'loss' | 'gain';

/** The body of a request for a check. */
type Asked = RequestBody<'/api/checks', 'post'>;

/** The questions of a check by wins, as the reader asks them and the server: its numbers follow from the starts. */
const QUESTIONS: Record<Question, { title: string; about: string; asks: Pick<Asked, 'quick' | 'prove'> }> = {
  loss: { title: 'Is it weaker? Any loss', about: 'Rules out a loss of more than 20 Elo.', asks: {} },
  large: {
    title: 'Is it much weaker? Large losses, fast',
    about: 'Rules out a loss of more than 50 Elo, with about a sixth of the pairs.',
    asks: { quick: true },
  },
  gain: {
    title: 'Is it stronger? Prove it',
    about: 'Proves a gain; a bot 20 Elo stronger passes.',
    asks: { prove: 'stronger' },
  },
};

const ABOUT: Record<By, string> = {
  wins: 'Each start is won by the bot with the higher score.',
  score: 'The mean difference of the scores on the same starts.',
};

/** The request body of the form. Empty fields are omitted, so that the server's defaults apply. */
export function requestOf(game: string, v: Values): Asked {
  const request: Asked = {
    name: v.text('name'),
    game,
    candidate: v.text('candidate'),
    baseline: v.text('baseline'),
  };
  if (v.text('seeds')) request.seeds = v.text('seeds');
  if (v.text('book')) request.book = v.text('book');
  if (v.text('by') === 'score') request.by = 'score';
  Object.assign(request, QUESTIONS[v.text('question') as Question]?.asks);
  for (const name of ['max_games', 'elo0', 'elo1', 'margin', 'seats'] as const) {
    const n = v.number(name);
    if (n !== undefined) request[name] = n;
  }
  return request;
}
