import { post } from '../api/client';
import { navigate, type PageProps } from '../router';
import { ChooseGame } from '../ui/choosegame';
import { Field, Form, type Values } from '../ui/form';
import { to } from '../ui/links';
import { Page } from '../ui/page';

/** Registers a bot of the server's machine. */
export function NewBot({ query }: PageProps) {
  return (
    <Page title="Register a bot" of={<a href="/bots">Bots</a>}>
      <p class="note">
        <b>Registering a bot runs its code</b>: it is found, built and started once on the server's machine,
        with the server's rights. Register only what you would run there yourself.
      </p>
      <ChooseGame path="/bots/new" query={query}>
        {(game) => <BotForm game={game.name} />}
      </ChooseGame>
    </Page>
  );
}

function BotForm({ game }: { game: string }) {
  const send = async (v: Values) => {
    const bot = await post('/api/bots', {}, { game, bot: v.text('bot') });
    navigate(to.bot(bot.game, bot.id));
  };
  return (
    <Form submit="Register and run" send={send}>
      {(wrong) => (
        <>
          <Field
            label="Folder or command"
            hint={`On the server's machine: a folder with bot.toml, an executable, a quoted command line, builtin:${game}/NAME or git:REF:FOLDER.`}
            error={wrong.bot}
          >
            {(a) => (
              <input {...a} name="bot" required maxLength={1000} autocomplete="off" placeholder="./mybot" />
            )}
          </Field>
          <p class="muted">
            None yet? <code>arbiter new --help</code> tells how to write a bot's folder to begin with; it
            plays at once.
          </p>
        </>
      )}
    </Form>
  );
}
