import { post } from '../api/client';
import type { Bot, Game } from '../api/types';
import { navigate, type PageProps } from '../lib/router';
import { ChooseGame, typedHint } from '../results/choosegame';
import { to } from '../results/links';
import { BotList, Field, Form, type Values } from '../ui/form';
import { Page } from '../ui/page';

/** Starts a check of a candidate against a baseline. */
export function NewCheck({ query }: PageProps) {
  return (
    <Page title="New check" of={<a href="/checks">Checks</a>}>
      <ChooseGame path="/checks/new" query={query}>
        {(game, bots) => <CheckForm game={game} bots={bots} />}
      </ChooseGame>
    </Page>
  );
}

function CheckForm({ game, bots }: { game: Game; bots: readonly Bot[] }) {
  const send = async (v: Values) => {
    const check = await post(
      '/api/checks',
      {},
      {
        name: v.text('name'),
        game: game.name,
        candidate: v.text('candidate'),
        baseline: v.text('baseline'),
        seeds: v.text('seeds'),
        max_games: v.number('max_games') ?? 20000,
        elo0: v.number('elo0') ?? -5,
        elo1: v.number('elo1') ?? 0,
      },
    );
    navigate(to.check(check.tournament.id));
  };
  return (
    <Form submit="Start" send={send}>
      {(wrong) => (
        <>
          <Field label="Name" hint="Also its address." error={wrong.name}>
            {(a) => <input {...a} name="name" required maxLength={200} />}
          </Field>
          <Field label="Candidate, the new bot" hint={typedHint(game.name)} error={wrong.candidate}>
            {(a) => <input {...a} name="candidate" list="known-bots" autocomplete="off" required />}
          </Field>
          <Field label="Baseline, the old bot" error={wrong.baseline}>
            {(a) => <input {...a} name="baseline" list="known-bots" autocomplete="off" required />}
          </Field>
          <BotList id="known-bots" bots={bots} />
          <div class="row">
            <Field label="Elo of H0" hint="A regression of so much is found." error={wrong.elo0}>
              {(a) => <input {...a} name="elo0" type="number" step="any" defaultValue="-5" />}
            </Field>
            <Field label="Elo of H1" hint="So much is no regression." error={wrong.elo1}>
              {(a) => <input {...a} name="elo1" type="number" step="any" defaultValue="0" />}
            </Field>
            <Field label="Most matches" hint="Then it is undecided." error={wrong.max_games}>
              {(a) => <input {...a} name="max_games" type="number" min="2" defaultValue="20000" />}
            </Field>
          </div>
          <Field label="Seeds" hint="Gone round again when they are used up." error={wrong.seeds}>
            {(a) => <input {...a} name="seeds" defaultValue="1..1000" required />}
          </Field>
          <p class="note">Playing a bot runs its code on the server's machine, with the server's rights.</p>
        </>
      )}
    </Form>
  );
}
