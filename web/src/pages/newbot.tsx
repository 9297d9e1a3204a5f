import { useEffect, useRef, useState } from 'preact/hooks';
import { get, post, postFile } from '../api/client';
import type { Bot } from '../api/types';
import { useAsync } from '../lib/async';
import type { PageProps } from '../lib/router';
import { address } from '../lib/url';
import { ChooseGame } from '../results/choosegame';
import { FirstSteps } from '../results/firststeps';
import { FolderForm, watchedOf } from '../results/folderform';
import { FolderLoop } from '../results/folderloop';
import { BotLink } from '../results/links';
import { Drop } from '../ui/drop';
import { Field, Form, type Values } from '../ui/form';
import { Page, Part } from '../ui/page';

/** Registers a bot: an uploaded archive, or one on the server's machine, which may be played on every save. */
export function NewBot({ query }: PageProps) {
  const game = useAsync(
    async (signal) => {
      const name = query.get('game');
      return query.has('watch') && name ? get('/api/games/{game}', { game: name }, signal) : undefined;
    },
    [String(query)],
  );
  const watched = game.data && watchedOf(game.data, query);
  if (watched)
    return (
      <FolderLoop
        body={watched}
        folder={query.get('watch')!}
        back={address('/bots/new', { game: watched.game })}
      />
    );
  return (
    <Page title="Register a bot" of={<a href="/bots">Bots</a>}>
      <p class="note">
        <b>Registering a bot runs its code</b>: the server builds it and starts it once. It is sandboxed where
        that is supported; otherwise it has the server's permissions. Register only code that you trust.
      </p>
      <ChooseGame path="/bots/new" query={query}>
        {(game, bots) => (
          <>
            <Registering key={game.name} game={game.name} />
            <Part title="Watch a folder">
              <FolderForm key={game.name} game={game} bots={bots} />
            </Part>
          </>
        )}
      </ChooseGame>
    </Page>
  );
}

/** The forms and, once one of them has registered a bot, what was built and what comes next. */
function Registering({ game }: { game: string }) {
  const [bot, setBot] = useState<Bot>();
  const made = useRef<HTMLElement>(null);
  useEffect(() => made.current?.focus(), [bot]);
  return (
    <>
      {bot && (
        <section class="note" aria-label="Registered" tabIndex={-1} ref={made} key={bot.id}>
          <Built bot={bot} />
        </section>
      )}
      <Part title="Upload an archive">
        <Archive game={game} registered={setBot} />
      </Part>
      <Part title="Use a bot on the server">
        <Typed game={game} registered={setBot} />
      </Part>
    </>
  );
}

/** Shows the bot that was built, the command and output of the build, and what to do now. */
function Built({ bot }: { bot: Bot }) {
  const { game, id, name } = bot;
  const versions = useAsync((signal) => get('/api/bots', { game, name }, signal), [game, name]);
  const all = versions.data?.bots ?? []; // the newest first
  const at = all.findIndex((b) => b.id === id);
  const command = bot.build?.command ?? [];
  const output = bot.build?.output ?? '';
  return (
    <>
      <p>
        Registered as <BotLink game={game} id={id} />, and started once without an error.
        {bot.matches > 0 && ' These files have played here before.'}
      </p>
      {command.length === 0 ? (
        <p>It needs no build.</p>
      ) : (
        <>
          <p>
            Built by <code>{command.map(quoted).join(' ')}</code>
            {output.trim() === '' ? ', which printed nothing.' : ', which printed:'}
          </p>
          {output.trim() !== '' && <pre>{output}</pre>}
        </>
      )}
      <p>What to do now:</p>
      <FirstSteps bot={bot} before={at < 0 ? undefined : all[at + 1]} />
    </>
  );
}

/** An argument as a shell reads it. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

interface FormProps {
  game: string;
  registered: (bot: Bot) => void;
}

function Archive({ game, registered }: FormProps) {
  const [file, setFile] = useState<File | null>(null);
  const send = async () => {
    if (file === null) throw new Error('Choose an archive first.');
    registered(await postFile('/api/bots/upload', { game }, file));
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

function Typed({ game, registered }: FormProps) {
  const send = async (v: Values) => registered(await post('/api/bots', {}, { game, bot: v.text('bot') }));
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
            No bot yet? <code>arbiter new {game} mybot</code> makes one that plays at once.
          </p>
        </>
      )}
    </Form>
  );
}
