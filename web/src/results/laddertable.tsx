import { del } from '../api/client';
import type { Ladder, LadderLine } from '../api/types';
import { useAction } from '../ui/action';
import { AskButton } from '../ui/askbutton';
import { probability } from '../ui/format';
import { ErrorMessage } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { Elo, eloCsv, eloOf, Interval, type Range, rangeOf } from './elo';
import { versionsOf } from './ladderversions';
import { BotLink, to } from './links';

const rating = (range: Range): readonly Column<LadderLine>[] => [
  {
    key: 'elo',
    title: 'Elo ± 95 %',
    about: 'Provisional while the error is 60 Elo or more.',
    numeric: true,
    by: (l) => l.elo,
    csv: eloCsv,
    cell: (l) => (
      <span>
        <Elo elo={l.elo} elo_error95={l.elo_error95} />
        {l.provisional && l.elo !== null && <span class="muted"> provisional</span>}
      </span>
    ),
  },
  {
    key: 'interval',
    title: 'Range',
    cell: (l) => <Interval {...eloOf(l)} range={range} />,
  },
  { key: 'matches', title: 'Matches', numeric: true, by: (l) => l.matches },
];

interface Props {
  ladder: Ladder;
  changed: () => void;
}

/** The bots that play for their names, and those that are set aside. */
export function LadderTable({ ladder, changed }: Props) {
  const [error, act] = useAction();
  const leave = (name: string) =>
    act(del('/api/ladders/{ladder}/entries/{name}', { ladder: ladder.name, name }).then(changed));
  const lines = (ladder.bots ?? []).filter((l) => l.state === 'playing' || l.state === 'set aside');
  const columns: readonly Column<LadderLine>[] = [
    {
      key: 'bot',
      title: 'Bot',
      by: (l) => l.bot,
      cell: (l) => <BotLink game={ladder.game} id={l.bot} />,
    },
    ...rating(rangeOf(lines.map(eloOf))),
    { key: 'state', title: 'State', by: (l) => l.state },
    {
      key: 'leave',
      title: 'Entry',
      cell: (l) => (
        <AskButton
          question={`Remove ${l.name}?`}
          consequence="It plays no more from the next round on. Its matches stay."
          yes="Remove it"
          onClick={() => leave(l.name)}
        >
          Remove
        </AskButton>
      ),
    },
  ];
  return (
    <>
      <Table caption="Standings" columns={columns} rows={lines} id={(l) => l.bot} />
      <ErrorMessage text={error} />
    </>
  );
}

/** The rating of each version of a bot that has several, and whether the newest is better. */
export function LadderVersions({ ladder }: { ladder: Ladder }) {
  const names = versionsOf(ladder.bots ?? []);
  const range = rangeOf(names.flatMap((v) => v.lines.map(eloOf)));
  const columns: readonly Column<LadderLine>[] = [
    {
      key: 'bot',
      title: 'Version',
      by: (l) => l.round,
      cell: (l) => <BotLink game={ladder.game} id={l.bot} />,
    },
    { key: 'commit', title: 'Commit or version', by: (l) => l.version ?? '' },
    {
      key: 'entered',
      title: 'Entered',
      numeric: true,
      by: (l) => (l.entered === undefined ? null : Date.parse(l.entered)),
      cell: (l) => l.entered !== undefined && <Ago at={l.entered} />,
    },
    { key: 'round', title: 'Since round', numeric: true, by: (l) => l.round },
    ...rating(range),
    {
      key: 'stronger',
      title: 'Better than before',
      about:
        'The probability that it is stronger than the version before it, by the pairs that both have played.',
      numeric: true,
      by: (l) => l.stronger ?? null,
      cell: (l) => (l.stronger === undefined ? '' : probability(l.stronger)),
    },
    {
      key: 'state',
      title: 'State',
      by: (l) => l.state,
      cell: (l) => (l.state === 'older' ? 'still an opponent' : l.state),
    },
  ];
  if (names.length === 0)
    return <p class="muted">No bot has a second version yet. Enter a changed bot under the same name.</p>;
  return (
    <>
      {names.map(({ name, lines, sentence }) => (
        <section key={name}>
          <h3>
            <a href={to.matches({ tournament: ladder.name, bot: name })}>{name}</a>
          </h3>
          <p>{sentence}</p>
          <Table caption={`Versions of ${name}`} columns={columns} rows={lines} id={(l) => l.bot} />
        </section>
      ))}
    </>
  );
}
