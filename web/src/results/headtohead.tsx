import type { Duel, Matrix } from '../api/types';
import { NONE, percent, probability, signed } from '../ui/format';
import { CsvButton, Scroll } from '../ui/table';
import { BotLink, to } from './links';
import { matchesOf } from './pairings';
import { points, record, total } from './record';

/** The CSS class of a duel by its share of points: c0 lost all, c5 even, c10 won all. */
export function shade(score: number | null): string {
  return score === null ? '' : `c${Math.round(score * 10)}`;
}

const DENSE = 10; // bots, above which a cell has the percentage alone

interface Props {
  matrix: Matrix;
  game: string;
  tournament: string;
}

/** The results of each row's bot against each column's; each cell is a link to the matches. */
export function HeadToHead({ matrix, game, tournament }: Props) {
  const bots = matrix.bots ?? [];
  const rows = () => [
    ['against', ...bots],
    ...bots.map((bot, i) => [
      bot,
      ...bots.map((_, j) => {
        const duel = matrix.matrix?.[i]?.[j];
        return duel ? points(duel.games) : null;
      }),
    ]),
  ];
  return (
    <>
      <Scroll label="Head to head">
        <table class={bots.length > DENSE ? 'matrix dense' : 'matrix'}>
          <caption class="unseen">Points of the row's bot against the column's, in percent</caption>
          <thead>
            <tr>
              <th scope="col">Against</th>
              {bots.map((bot, i) => (
                <th key={bot} scope="col" title={bot} class="num">
                  {i + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bots.map((bot, i) => (
              <tr key={bot}>
                <th scope="row">
                  {i + 1}&ensp;
                  <BotLink game={game} id={bot} />
                </th>
                {bots.map((other, j) => (
                  <Cell key={other} self={i === j} duel={matrix.matrix?.[i]?.[j]} tournament={tournament} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <CsvButton caption="Head to head" rows={rows} />
    </>
  );
}

function Cell({ duel, self, tournament }: { duel: Duel | undefined; self: boolean; tournament: string }) {
  if (self || !duel || total(duel.games) === 0) return <td class="none">{self ? '' : NONE}</td>;
  return (
    <td class={shade(points(duel.games))} title={summaryOf(duel)}>
      <a href={to.matches(matchesOf(tournament, duel))}>
        <b>{percent(points(duel.games))}</b>
        <small>{record(duel.games)}</small>
      </a>
    </td>
  );
}

/** The tooltip of a duel: Elo difference, its error where it is known, and how probable it is that a is stronger. */
export function summaryOf({ a, b, estimate: e }: Duel): string {
  const elo =
    e.elo === null
      ? (e.note ?? '')
      : `${signed(e.elo)}${e.elo_error95 === null ? '' : ` ± ${Math.round(e.elo_error95)}`} Elo`;
  const parts = [elo, e.los !== null && `stronger with a probability of ${probability(e.los)}`].filter(
    Boolean,
  );
  return `${a} against ${b}: ${parts.join('; ')}`;
}
