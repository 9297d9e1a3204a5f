import { del } from '../api/client';
import type { Ladder, LadderLine } from '../api/types';
import { useAction } from '../ui/action';
import { AskButton } from '../ui/askbutton';
import { probability } from '../ui/format';
import { ErrorMessage } from '../ui/page';
import { type Column, Table } from '../ui/table';
import { Ago } from '../ui/time';
import { Elo, eloCsv, Interval, rangeOf } from './elo';
import { versionsOf } from './ladderversions';
import { BotLink, to } from './links';
import { nameOf, useNames } from './names';
import { ladderStrengthOf, StrengthText, strengthCsv } from './strength';

/** The columns of ratings: the one that ranks with its range, and Elo beside a score. */
function rating(lines: readonly LadderLine[]): readonly Column<LadderLine>[] {
  const range = rangeOf(lines.map(ladderStrengthOf));
  const solo = lines.some((l) => ladderStrengthOf(l).solo);
  const score: Column<LadderLine> = {
    key: 'score',
    title: 'Score ± 95 %',
    about: 'Mean score, adjusted for the starts that the bot played.',
    numeric: true,
    by: (l) => ladderStrengthOf(l).value,
    csv: (l) => strengthCsv(ladderStrengthOf(l)),
    cell: (l) => (l.score === undefined ? '' : <StrengthText of={ladderStrengthOf(l)} />),
  };
  const interval: Column<LadderLine> = {
    key: 'interval',
    title: 'Range',
    cell: (l) => <Interval {...ladderStrengthOf(l)} range={range} />,
  };
  const matches: Column<LadderLine> = {
    key: 'matches',
    title: 'Matches',
    numeric: true,
    by: (l) => l.matches,
  };
  return solo ? [score, interval, ELO, matches] : [ELO, interval, matches];
}

const ELO: Column<LadderLine> = {
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
};

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
    ...rating(lines),
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
  useNames((ladder.bots ?? []).map((l) => l.bot)); // the sentences have them
  const names = versionsOf(ladder.bots ?? [], nameOf);
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
    ...rating(names.flatMap((v) => v.lines)),
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
