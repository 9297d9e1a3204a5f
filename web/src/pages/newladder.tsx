import { put } from '../api/client';
import { navigate, type PageProps } from '../lib/router';
import { address } from '../lib/url';
import { ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { Field, Form, type Values } from '../ui/form';
import { Page } from '../ui/page';

/** Opens a ladder. Bots enter it on its own page. */
export function NewLadder({ query }: PageProps) {
  return (
    <Page title="New ladder" of={<a href="/ladders">Ladders</a>}>
      <ChooseGame path="/ladders/new" query={query}>
        {(game) => <LadderForm game={game.name} bot={query.get('bot') ?? ''} />}
      </ChooseGame>
    </Page>
  );
}

function LadderForm({ game, bot }: { game: string; bot: string }) {
  const send = async (v: Values) => {
    const name = v.text('name');
    await put('/api/ladders/{ladder}', { ladder: name }, { game });
    navigate(address(to.ladder(name), { bot }));
  };
  return (
    <Form submit="Open" send={send}>
      {(wrong) => (
        <Field
          label="Name"
          hint="Used in the URL. It plays as soon as two bots have entered."
          error={wrong.name}
        >
          {(a) => <input {...a} name="name" required maxLength={100} defaultValue={`${game}-open`} />}
        </Field>
      )}
    </Form>
  );
}
