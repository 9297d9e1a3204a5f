import { useState } from 'preact/hooks';
import { post, postFile } from '../api/client';
import type { Bot } from '../api/types';
import { navigate, type PageProps } from '../lib/router';
import { ChooseGame } from '../results/choosegame';
import { to } from '../results/links';
import { Drop } from '../ui/drop';
import { Field, Form, type Values } from '../ui/form';
import { Page, Part } from '../ui/page';

/** Registers a bot: an uploaded archive, or one on the server's machine. */
export function NewBot({ query }: PageProps) {
  return (
    <Page title="Register a bot" of={<a href="/bots">Bots</a>}>
      <p class="note">
        <b>Registering a bot runs its code</b>: the server builds it and starts it once, in a box as far as
        its machine can, and with the permissions of the server where it cannot. Register only code that you
        trust.
      </p>
      <ChooseGame path="/bots/new" query={query}>
        {(game) => (
          <>
            <Part title="Upload an archive">
              <Archive game={game.name} />
            </Part>
            <Part title="Use a bot on the server">
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
    <Form submit="Upload and run" needs="upload" send={send}>
      {() => (
        <Drop accept=".zip,.tgz,.gz" title={file?.name ?? 'Drop an archive here'} onFile={setFile}>
          {file
            ? `${Math.ceil(file.size / 1024)} KB; drop or choose another file to replace it`
            : 'or choose a file: .tar.gz or .zip of a folder with bot.toml, up to 32 MB'}
        </Drop>
      )}
    </Form>
  );
}

function Typed({ game }: { game: string }) {
  const send = async (v: Values) => show(await post('/api/bots', {}, { game, bot: v.text('bot') }));
  return (
    <Form submit="Register and run" needs="admin" send={send}>
      {(wrong) => (
        <>
          <Field
            label="Bot"
            hint={`A path on the server to a folder with bot.toml or to an executable, a quoted command line, builtin:${game}/NAME or git:REF:FOLDER.`}
            error={wrong.bot}
          >
            {(a) => (
              <input {...a} name="bot" required maxLength={1000} autocomplete="off" placeholder="./mybot" />
            )}
          </Field>
          <p class="muted">
            No bot yet? <code>arbiter new {game} mybot</code> creates a folder with a bot that can play
            immediately.
          </p>
        </>
      )}
    </Form>
  );
}
