import { useState } from 'preact/hooks';
import { get, post, postFile } from '../api/client';
import type { Bot, Game, Ladder } from '../api/types';
import { useAsync } from '../lib/async';
import { Drop } from '../ui/drop';
import { Form, type Values } from '../ui/form';
import { Await } from '../ui/page';
import { BotChoice, useChoices } from './botchoice';

interface Props {
  ladder: Ladder;
  changed: () => void;
}

/** Forms that enter a bot: an uploaded archive, or one that the server knows, which bot fills in. */
export function EnterLadder({ ladder, changed, bot: known }: Props & { bot: string }) {
  const [said, setSaid] = useState('');
  const enter = async (bot: string) => {
    const entry = await post('/api/ladders/{ladder}/entries', { ladder: ladder.name }, { bot });
    setSaid(entry.changed ? `${entry.bot} enters with the next round.` : `${entry.bot} plays there already.`);
    changed();
  };
  return (
    <>
      <p class="muted">
        A bot with the name of one that plays here becomes its next version. To enter every version that you
        save:{' '}
        <code>{`arbiter ladder ${ladder.game} ${ladder.name} --watch bots --server ${location.origin}`}</code>
      </p>
      <Archive ladder={ladder} changed={changed} enter={enter} />
      <Known game={ladder.game} bot={known} enter={enter} />
      <p role="status">{said}</p>
    </>
  );
}

type Enter = (bot: string) => Promise<void>;

function Archive({ ladder, changed, enter }: Props & { enter: Enter }) {
  const [file, setFile] = useState<File | null>(null);
  const send = async () => {
    if (file === null) throw new Error('Choose an archive first.');
    const { game, name } = ladder;
    // The ladder keeps what fails: it is among the events then.
    const upload = postFile('/api/bots/upload', { game, ladder: name }, file).catch((error) => {
      changed();
      throw error;
    });
    await enter((await upload).id);
  };
  return (
    <Form submit="Upload and enter" needs="upload" send={send}>
      {() => (
        <Drop accept=".zip,.tgz,.gz" title={file?.name ?? 'Drop an archive here'} onFile={setFile}>
          {file
            ? `${Math.ceil(file.size / 1024)} KB; drop or choose another file to replace it`
            : 'or choose a file: .tar.gz or .zip of a folder with bot.toml. Entering a bot runs its code.'}
        </Drop>
      )}
    </Form>
  );
}

function Known({ game: name, bot, enter }: { game: string; bot: string; enter: Enter }) {
  const known = useAsync(
    async (signal) => {
      const [game, { bots }] = await Promise.all([
        get('/api/games/{game}', { game: name }, signal),
        get('/api/bots', { game: name }, signal),
      ]);
      return { game, bots: bots ?? [] };
    },
    [name],
  );
  return (
    <Await result={known}>
      {({ game, bots }) => <Enters game={game} bots={bots} bot={bot} enter={enter} />}
    </Await>
  );
}

function Enters({ game, bots, bot, enter }: { game: Game; bots: readonly Bot[]; bot: string; enter: Enter }) {
  const groups = useChoices(game, bots);
  const [chosen, choose] = useState(bot);
  return (
    <Form submit="Enter" send={(v: Values) => enter(v.text('bot'))}>
      {(wrong) => (
        <BotChoice
          label="A bot that the server knows"
          name="bot"
          game={game}
          groups={groups}
          error={wrong.bot ?? wrong['bots[0]']}
          value={chosen}
          choose={choose}
        />
      )}
    </Form>
  );
}
