import { useState } from 'preact/hooks';
import { post, postFile } from '../api/client';
import type { Bot } from '../api/types';
import { navigate, type PageProps } from '../lib/router';
import { ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { Drop } from '../ui/drop';
import { Field, Form, type Values } from '../ui/form';
import { Page, Part } from '../ui/page';

/** Registers a bot: one that is sent as an archive, or one of the server's machine. */
export function NewBot({ query }: PageProps) {
  return (
    <Page title="Register a bot" of={<a href="/bots">Bots</a>}>
      <p class="note">
        <b>Registering a bot runs its code</b>: it is unpacked or found, built and started once on the
        server's machine, with the server's rights. Register only what you would run there yourself.
      </p>
      <ChooseGame path="/bots/new" query={query}>
        {(game) => (
          <>
            <Part title="An archive of its folder">
              <Archive game={game.name} />
            </Part>
            <Part title="A bot of the server's machine">
              <Typed game={game.name} />
            </Part>
          </>
        )}
      </ChooseGame>
    </Page>
  );
}

const show = (bot: Bot) => navigate(to.bot(bot.game, bot.id));

function Archive({ game }: { game: string }) {
  const [file, setFile] = useState<File | null>(null);
  const send = async () => {
    if (file === null) throw new Error('Choose an archive first.');
    show(await postFile('/api/bots/upload', { game }, file));
  };
  return (
    <Form submit="Upload and run" send={send}>
      {() => (
        <Drop accept=".zip,.tgz,.gz" title={file?.name ?? 'Drop an archive here'} onFile={setFile}>
          {file
            ? `${Math.ceil(file.size / 1024)} KB; drop or choose another one instead`
            : 'or choose a file: .tar.gz or .zip of a folder with bot.toml, up to 32 MB'}
        </Drop>
      )}
    </Form>
  );
}

function Typed({ game }: { game: string }) {
  const send = async (v: Values) => show(await post('/api/bots', {}, { game, bot: v.text('bot') }));
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
            None yet? <code>arbiter new {game} mybot</code> writes a bot's folder to begin with; it plays at
            once.
          </p>
        </>
      )}
    </Form>
  );
}
